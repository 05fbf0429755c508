import type { Bilingual } from '../../../../contract/bilingual.ts';
import { formatDate, formatDateTime } from '../../components/time-text.tsx';
import { nameAuthor } from '../../history/name-author.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { describeGroup } from './describe-group.ts';
import type { TakeBackSource } from './take-back-plan.ts';
import type { TakeBackRequest } from './take-back-state.ts';

/** What is taken back, or which roster is restored. */
export function describeRequest(request: TakeBackRequest, source: TakeBackSource): Bilingual {
  if ('asOf' in source) return HISTORY.asOf(formatDateTime(source.asOf));
  switch (request.kind) {
    case 'group':
      return describeChanges(request);
    case 'author':
      return describeAll(request);
    case 'restore':
      return HISTORY.restoreTitle;
  }
}

const namesOf = (uid: string) => studentsByUid.value.get(uid)?.names;

function describeChanges({ group, studentUid }: Extract<TakeBackRequest, { kind: 'group' }>): Bilingual {
  const changes =
    studentUid === undefined
      ? group.changes
      : group.changes.filter((change) => change.studentUid === studentUid);
  const { author, rest } = describeGroup({ ...group, changes }, namesOf);
  const at = formatDateTime(group.startedAt);
  return { ko: `${at} · ${author.ko}${rest.ko}`, en: `${at} · ${author.en}${rest.en}` };
}

function describeAll({ author, filter }: Extract<TakeBackRequest, { kind: 'author' }>): Bilingual {
  const name = nameAuthor(author);
  const since = filter.since === undefined ? undefined : formatDate(`${filter.since}T00:00`);
  const { student } = filter;
  const onlyStudent = student === undefined ? undefined : (namesOf(student) ?? { ko: student, en: student });
  const add = (text: string, only: string | undefined) => (only === undefined ? text : `${text} · ${only}`);
  return {
    ko: add(HISTORY.allBy(name.ko, since).ko, onlyStudent && HISTORY.only(onlyStudent.ko).ko),
    en: add(HISTORY.allBy(name.en, since).en, onlyStudent && HISTORY.only(onlyStudent.en).en),
  };
}
