import type { Bilingual } from '../../../contract/bilingual.ts';

interface ClientMethod extends Bilingual {
  /** The call in `@rollbook/client`; in `en`, the first sentence of its comment. */
  js?: string;
  /** The call in the Python package. */
  python?: string;
}

/** The methods of both clients. client-methods.test.ts compares them with the sources. */
export const CLIENT_METHODS: readonly ClientMethod[] = [
  {
    js: 'students.search(query)',
    python: 'students.search(query)',
    ko: '학생을 검색하여 잘 맞는 순서로 반환합니다.',
    en: 'Searches the students, the best matches first.',
  },
  {
    js: 'students.resolve(name)',
    python: 'students.resolve(name)',
    ko: '이름(언어 무관)이나 UID, 없으면 별칭이 같은 학생 한 명을 반환합니다. 키가 필요 없습니다.',
    en: 'The one student with this name or UID, in any language, or else with this alias; needs no key.',
  },
  {
    js: 'students.catalogue()',
    python: 'students.catalogue()',
    ko: '게임의 모든 학생을 반환합니다.',
    en: 'Every student of the game.',
  },
  {
    js: 'roster.list()',
    python: 'roster.list()',
    ko: '모집한 학생을 UID 순서로 반환합니다.',
    en: 'The recruited students in order of UID.',
  },
  {
    js: 'roster.get(studentUid)',
    python: 'roster.get(student_uid)',
    ko: '모집한 학생의 상태를 반환합니다.',
    en: 'The state of a recruited student.',
  },
  {
    js: 'roster.register(state)',
    python: 'roster.register(state)',
    ko: '학생을 등록합니다.',
    en: 'Registers a student.',
  },
  {
    js: 'roster.patch(studentUid, changes)',
    python: 'roster.patch(student_uid, changes)',
    ko: '보낸 필드만 바꿉니다.',
    en: 'Changes the named fields only.',
  },
  {
    js: 'roster.remove(studentUid, { expected })',
    python: 'roster.remove(student_uid, *, expected)',
    ko: '학생을 인연과 함께 삭제합니다.',
    en: "Removes a student, and the student's bond as well.",
  },
  {
    js: 'roster.ensure(wanted)',
    python: 'roster.ensure(wanted)',
    ko: '모집 여부와 관계없이 학생 한 명을 원하는 상태로 만듭니다.',
    en: 'Brings one student to a state, recruited or not.',
  },
  {
    js: 'roster.plan(wanted, { prune, lower, placeholders, untouched, assumed })',
    python: 'roster.plan(wanted, *, prune, lower)',
    ko: '계정을 원하는 목록으로 만들려면 무엇을 써야 하는지 계산합니다.',
    en: 'What it takes to bring the account to a wanted roster.',
  },
  {
    js: 'roster.apply(plan, { onProgress })',
    python: 'roster.apply(plan, *, on_progress)',
    ko: '계산한 계획을 씁니다.',
    en: 'Writes a plan.',
  },
  {
    js: 'roster.sync(wanted, { prune, lower, placeholders, untouched, assumed, onProgress })',
    python: 'roster.sync(wanted, *, prune, lower, on_progress)',
    ko: '계획하고 씁니다. 계정을 원하는 목록으로 만들고 학생마다 결과를 알려 줍니다.',
    en: 'Plans and applies: brings the account to a wanted roster, and reports what has become of each student.',
  },
  {
    js: 'roster.read({ fields, at })',
    python: 'roster.read(*, fields, at)',
    ko: '모집한 학생 전체를, 또는 보낸 필드만, 지금이나 지난 시점의 값으로 읽기 한 번에 반환합니다.',
    en: 'The whole roster in one read, or the named fields of it: as it is, or as it was at a time.',
  },
  {
    js: 'roster.at(time)',
    python: 'roster.at(time)',
    ko: '그때의 모집한 학생을 반환합니다.',
    en: 'The roster as it was at a time.',
  },
  {
    js: 'roster.changes({ after, wait })',
    python: 'roster.changes(*, after, wait)',
    ko: '이 번호 뒤의 변경, 또는 남아 있는 가장 오래된 변경부터 누가 무엇을 바꾸었는지 순서대로 반환합니다.',
    en: 'Who changed what, in order, after the change with this number, or since the oldest that is kept.',
  },
  {
    js: 'goals.list()',
    python: 'goals.list()',
    ko: '모든 목표를 우선순위, UID 순서로 읽기 한 번에 반환합니다.',
    en: 'All goals by priority, then UID; one read.',
  },
  {
    js: 'goals.get(studentUid)',
    python: 'goals.get(student_uid)',
    ko: '학생의 목표를 반환합니다.',
    en: 'The goal of a student.',
  },
  {
    js: 'goals.put(studentUid, goal)',
    python: 'goals.put(student_uid, goal)',
    ko: '모집 여부와 관계없이 학생의 목표를 통째로 바꿉니다. 보내지 않은 필드는 기본값이 됩니다.',
    en: 'Replaces the goal of a student, recruited or not: what it leaves out has its default.',
  },
  {
    js: 'goals.remove(studentUid)',
    python: 'goals.remove(student_uid)',
    ko: '학생의 목표를 삭제합니다.',
    en: 'Removes the goal of a student.',
  },
  {
    js: 'goals.complete(studentUid, completion)',
    python: 'goals.complete(student_uid, completion)',
    ko: '모집한 학생의 값을 목표까지 올리고 그 비용을 보유 아이템에서 뺍니다.',
    en: 'Raises a recruited student to the goal, and takes what that costs out of the stock.',
  },
  {
    js: 'stock.get()',
    python: 'stock.get()',
    ko: '계정이 기록한 모든 아이템의 수를 반환합니다.',
    en: 'The counts of all items that the account has recorded.',
  },
  {
    js: 'stock.patch(items)',
    python: 'stock.patch(items)',
    ko: '보낸 아이템의 수만 바꾸고 전체를 반환합니다. `null`을 보낸 아이템은 지웁니다.',
    en: 'Sets the named items, where null forgets one, and returns all.',
  },
  {
    js: 'me()',
    python: 'me()',
    ko: '키의 계정과 권한, 계정의 남은 요청 한도를 반환합니다.',
    en: "Whose key it is, what the key may do, and what is left of the account's limits.",
  },
  {
    js: 'growthPlan({ label })',
    python: 'growth_plan(*, label)',
    ko: '미루지 않았고 도달하지 않은 목표의 남은 비용과 모자라는 아이템을 반환합니다.',
    en: 'What the goals that are neither paused nor reached still cost, and what the stock lacks.',
  },
  {
    js: 'growthFacts()',
    ko: '`@rollbook/client/growth`가 계산에 쓰는 데이터를 반환합니다.',
    en: 'What `@rollbook/client/growth` computes with.',
  },
  {
    js: 'listing.page({ limit, cursor })',
    python: 'listing.page(*, limit, cursor)',
    ko: '한 페이지만 읽습니다.',
    en: 'Reads a single page.',
  },
  { js: 'listing.toArray()', ko: '모든 페이지를 읽습니다.', en: 'Reads all pages.' },
  {
    js: 'listing.withResponse()',
    ko: '같은 것을 읽고, 응답과 남은 요청 한도를 함께 반환합니다.',
    en: 'Reads the same, and returns the response and what is left of the limits with it.',
  },
  {
    js: 'changes.page({ after, limit, wait })',
    python: 'changes.page(*, limit)',
    ko: '한 페이지만 읽습니다.',
    en: 'Reads a single page.',
  },
  { python: 'close()', ko: '쓰지 않는 연결을 닫습니다.', en: 'Closes idle connections.' },
];
