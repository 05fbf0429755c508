import type { Bilingual } from './bilingual.ts';

/** What the properties and parameters below `BETA_PREFIX` hold, where `PROPERTY_TEXTS` does not say it. */
export const BETA_PROPERTY_TEXTS = {
  account: { ko: '키의 계정', en: 'the account of the key' },
  accountId: { ko: '계정 ID', en: 'account ID' },
  name: { ko: '이름', en: 'name' },
  caller: { ko: '요청을 보낸 키', en: 'the key of the request' },
  kind: { ko: '종류', en: 'kind' },
  id: { ko: '키 ID', en: 'key ID' },
  permission: { ko: '키의 권한', en: 'what the key may do' },
  areas: {
    ko: '키가 사용할 수 있는 영역. 계획과 기록의 영역은 roster:read와 함께 발급됩니다. 영역을 정하지 않은 키에는 없습니다',
    en: 'the areas that the key may use; those of plan and history are issued with roster:read; left out for a key that may use all',
  },
  expiresAt: { ko: '키가 만료되는 시각', en: 'when the key expires' },
  limits: { ko: '계정의 요청 한도', en: 'the rate limits of the account' },
  read: { ko: '읽기 한도', en: 'the limit of reads' },
  write: { ko: '쓰기 한도', en: 'the limit of writes' },
  limit: { ko: '한 구간의 요청 수', en: 'requests in a window' },
  remaining: { ko: '남은 요청 수', en: 'requests that are left' },
  resetSeconds: {
    ko: '구간이 끝날 때까지 남은 초. 열린 구간이 없으면 구간 전체의 길이',
    en: 'seconds until the window ends; its full length if none is open',
  },
  after: {
    ko: '이 번호 뒤의 변경부터. 생략하면 남아 있는 가장 오래된 변경부터',
    en: 'the number after which to begin; with the oldest change that is kept by default',
  },
  changesWait: {
    ko: '`after` 뒤의 변경이 없을 때 기다릴 시간(초)',
    en: 'how many seconds to wait while no change follows `after`',
  },
  changesAtATime: { ko: '한 번에 받을 변경 수', en: 'changes at a time' },
  changes: { ko: '번호 오름차순의 변경', en: 'changes in ascending order of their numbers' },
  lastNumber: {
    ko: '계정의 마지막 변경 번호. 변경이 없었으면 `0`',
    en: "the number of the account's last change, `0` if there was none",
  },
  number: { ko: '변경 번호. 변경마다 1씩 늘어납니다', en: 'goes up by one with each change' },
  at: { ko: 'ISO 8601 시각', en: 'ISO 8601 time' },
  by: {
    ko: '변경한 쪽. 키는 당시의 이름이며, 폐기된 뒤에도 남습니다',
    en: 'who made the change; of a key the name that it had then, also after it was revoked',
  },
  group: {
    ko: '한 번에 이루어진 변경의 묶음. 묶음의 첫 변경 번호',
    en: 'what one caller did at once: the number of its first change',
  },
  fields: {
    ko: '달라진 필드의 이전 값과 이후 값. `null`은 값이 없다는 뜻',
    en: 'the fields that differ, each with the value before and after; `null` is no value',
  },
  rosterFields: {
    ko: '쉼표로 나눈 필드 이름. 생략하면 모든 필드',
    en: 'names of fields, separated by commas; all by default',
  },
  rosterTime: {
    ko: '그때의 목록을 받을 ISO 8601 시각. 시간대가 필요합니다. 생략하거나 아직 오지 않은 시각이면 지금',
    en: 'the ISO 8601 time, with its zone, that the roster is to be of; now by default, or if the time is to come',
  },
  asOf: {
    ko: '목록에 담긴 마지막 변경의 시각. 그날의 첫 상태만 남아 있으면 그 시각',
    en: 'the time of the last change that the roster has; where only the first state of a day is kept, the time of that',
  },
  students: { ko: '모집한 학생', en: 'the recruited students' },
  goals: { ko: '`priority`와 `studentUid` 순의 목표', en: 'the goals by `priority`, then `studentUid`' },
  wanted: { ko: '도달하려는 값. 하나 이상', en: 'the values to reach, at least one' },
  labels: { ko: '목표를 묶는 라벨', en: 'labels to group goals by' },
  note: { ko: '메모', en: 'note' },
  priority: { ko: '우선순위. `0`이 가장 먼저', en: 'priority; `0` comes first' },
  isPaused: { ko: '잠시 미룬 목표인지', en: 'whether the goal is put off' },
  items: { ko: '아이템 ID별 수', en: 'counts by item ID' },
  completedFields: {
    ko: '올릴 필드. 목표의 `wanted`에 있는 필드만 보낼 수 있습니다. 생략하면 모두',
    en: 'the fields to raise, which `wanted` of the goal has; all by default',
  },
  spend: { ko: '비용을 보유 아이템에서 뺄지', en: 'whether the cost is taken out of the stock' },
  completedStudent: { ko: '올린 뒤의 상태', en: 'the state afterwards' },
  completedGoal: {
    ko: '남은 목표. 모두 도달했으면 `null`',
    en: 'the goal that is left; `null` once all of it is reached',
  },
  spent: { ko: '아이템 ID별로 쓴 수', en: 'what was spent, by item ID' },
  groupSpent: {
    ko: '묶음이 지금까지 쓴 아이템. 아이템을 쓴 묶음의 첫 변경에만 있으며, 묶음에 변경이 더해지면 늘어납니다',
    en: 'what the group has spent so far; only in the first change of a group that spent something, and more once changes are added to it',
  },
  label: {
    ko: '이 라벨이 있는 목표만. 생략하면 모든 목표',
    en: 'only goals with this label; all by default',
  },
  from: { ko: '기록된 상태', en: 'the recorded state' },
  assumed: {
    ko: '티어만 기록되어 있어 티어의 최대 레벨로 계산한 장비 레벨. 없으면 생략합니다',
    en: 'equipment levels that count as the cap of their tier, because only the tier is recorded; left out if there are none',
  },
  to: { ko: '목표의 값', en: 'the wanted values' },
  cost: { ko: '`from`부터 `to`까지의 비용', en: 'the cost from `from` to `to`' },
  credits: { ko: '크레딧', en: 'credits' },
  exp: { ko: '종류별 경험치', en: 'experience by kind' },
  level: { ko: '학생 경험치', en: 'of the student' },
  weapon: { ko: '고유무기 경험치', en: 'of the unique weapon' },
  equip: { ko: '장비 경험치', en: 'of the equipment' },
  bond: { ko: '인연 경험치', en: 'of the bond' },
  unknown: {
    ko: '재료를 알 수 없어 비용이 더 드는 필드. 없으면 생략합니다',
    en: 'fields that cost more than is counted, because materials are not known; left out if there are none',
  },
  total: { ko: '모든 학생의 비용', en: 'the cost of all students' },
  stock: { ko: '보유 아이템', en: 'the stock of items' },
  shortage: { ko: '보유 아이템이 모자라는 양', en: 'what the stock lacks' },
} as const satisfies Record<string, Bilingual>;
