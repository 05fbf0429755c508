import type { RecruitedStudent } from '../../client/index.ts';
import { UserError } from '../../server/errors/user-error.ts';
import type { CommandResult, Invocation } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { ProgressBar } from '../progress-bar.ts';
import { formatTable } from '../table.ts';
import { connect } from './connect.ts';

export async function showRoster({ args, options, json }: Invocation): Promise<CommandResult> {
  const progress = new ProgressBar(json);
  const { roster, students } = await connect(options, progress);
  return interruptible(async (signal) => {
    const { students: catalogue } = await students.catalogue({ signal });
    const names = new Map(catalogue.map(({ studentUid, names }) => [studentUid, names]));
    const isKorean = args.some((name) => HANGUL.test(name));
    const nameOf = (uid: string) => names.get(uid)?.[isKorean ? 'ko' : 'en'];
    const wanted = new Set<string>();
    for (const name of args) wanted.add((await students.resolve(name, { signal })).studentUid);
    const shown = (await roster.list({ signal })).filter(
      ({ studentUid }) => wanted.size === 0 || wanted.has(studentUid),
    );
    progress.end();
    const missing = [...wanted].filter((uid) => !shown.some(({ studentUid }) => studentUid === uid));
    if (missing.length > 0)
      throw new UserError(
        describeMissing(
          missing.map((uid) => `${nameOf(uid)} (${uid})`),
          isKorean,
        ),
      );
    return {
      value: shown.map((state) => ({ name: names.get(state.studentUid)?.ko ?? null, ...state })),
      ...(shown.length > 0 && { text: formatRows(shown, nameOf) }),
    };
  });
}

/** A question in Korean is answered in Korean. */
const HANGUL = /\p{Script=Hangul}/u;

const describeMissing = (names: readonly string[], isKorean: boolean): string => {
  if (isKorean) return `모집하지 않은 학생: ${names.join(', ')}.`;
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not recruited.`;
};

const joinValues = (...values: (number | null)[]): string => values.map((value) => value ?? '-').join('/');

const formatRows = (
  shown: readonly RecruitedStudent[],
  nameOf: (uid: string) => string | undefined,
): string =>
  formatTable(
    shown.map((state) => ({
      uid: state.studentUid,
      name: nameOf(state.studentUid),
      stars: state.tier,
      level: state.level,
      skills: joinValues(state.skillEx, state.skillNormal, state.skillEnhanced, state.skillSub),
      equipment: joinValues(state.equip1, state.equip2, state.equip3, state.equipSpecial),
      weapon: state.weaponTier === 0 ? null : joinValues(state.weaponTier, state.weaponLevel),
      abilities: joinValues(state.abilityHp, state.abilityAtk, state.abilityHeal),
      bond: state.bond,
    })),
  );
