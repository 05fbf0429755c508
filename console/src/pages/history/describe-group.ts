import { type ChangeSummary, summarizeChanges } from '../../../../client/net-changes.ts';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { ChangeGroupView } from '../../../../server/history/views.ts';
import { nameAuthor } from '../../history/name-author.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { particleAfter } from '../../texts/korean-particles.ts';

/** A sentence whose first word is who did it. */
export interface GroupSentence {
  readonly author: Bilingual;
  /** What follows: a Korean particle stands at the author, without a space. */
  readonly rest: Bilingual;
}

/** `nameOf` names a student where there is only one. */
export function describeGroup(
  {
    by,
    operation,
    changes,
    proposedBy,
  }: Pick<ChangeGroupView, 'by' | 'operation' | 'changes' | 'proposedBy'>,
  nameOf: (studentUid: string) => Bilingual | undefined,
): GroupSentence {
  const summary = summarizeChanges(changes);
  const [first] = changes;
  const name = summary.students === 1 && first !== undefined ? nameOf(findOnly(changes, summary)) : undefined;
  const author = nameAuthor(by);
  const particle = by.kind === 'console' ? '에서' : particleAfter(author.ko, '가');
  const done = describeSummary(summary, name);
  const means =
    proposedBy === undefined ? operation && HISTORY.operations[operation] : HISTORY.proposedBy(proposedBy);
  return {
    author,
    rest: {
      ko: [particle, means?.ko, done.ko].filter(Boolean).join(' '),
      en: ['', done.en, means?.en].filter((part) => part !== undefined).join(' '),
    },
  };
}

/** The student of a group of one, also if others were changed and put back. */
function findOnly(changes: ChangeGroupView['changes'], { students }: ChangeSummary): string {
  const byStudent = Map.groupBy(changes, ({ studentUid }) => studentUid);
  for (const [uid, own] of byStudent) if (summarizeChanges(own).students === students) return uid;
  return '';
}

function describeSummary(summary: ChangeSummary, name: Bilingual | undefined): Bilingual {
  const { registered, removed, values, students } = summary;
  const parts: { ko: readonly [string, string]; en: string }[] = [];
  const add = (text: Bilingual, verb: readonly [string, string]) =>
    parts.push({ ko: [text.ko + verb[0], text.ko + verb[1]], en: text.en });
  const named = (
    describe: (count: number, name: string | undefined) => Bilingual,
    count: number,
  ): Bilingual => ({
    ko: describe(count, name?.ko).ko,
    en: describe(count, name?.en).en,
  });
  if (registered > 0) add(named(HISTORY.registered, registered), HISTORY.done.ko);
  if (values > 0) {
    const { ko, en } = HISTORY.effects[findEffect(summary)];
    const people = students - registered - removed;
    const of = {
      ko: HISTORY.valuesOf(values, people, name?.ko).ko,
      en: HISTORY.valuesOf(values, people, name?.en).en,
    };
    add({ ko: `${of.ko} `, en: `${en} ${of.en}` }, ko);
  }
  if (removed > 0) add(named(HISTORY.removed, removed), HISTORY.done.ko);
  if (parts.length === 0) return HISTORY.putBack;
  return {
    ko: parts.map(({ ko }, index) => ko[index === parts.length - 1 ? 1 : 0]).join(' '),
    en: parts
      .map(({ en }, index) => (index === 0 ? en : `${index === parts.length - 1 ? ' and ' : ', '}${en}`))
      .join(''),
  };
}

const EFFECTS = ['raised', 'recorded', 'lowered', 'cleared'] as const;

function findEffect(summary: ChangeSummary): keyof typeof HISTORY.effects {
  const { values, raised, recorded, lowered, cleared } = summary;
  const only = EFFECTS.find((effect) => summary[effect] === values);
  if (only !== undefined) return only;
  if (lowered + cleared === values) return 'lost';
  return raised + recorded === values ? 'gained' : 'changed';
}
