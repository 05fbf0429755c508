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
    const wanted = new Set<string>();
    for (const name of args) wanted.add((await students.resolve(name, { signal })).studentUid);
    const shown = (await roster.list({ signal })).filter(
      ({ studentUid }) => wanted.size === 0 || wanted.has(studentUid),
    );
    progress.end();
    const missing = [...wanted].filter((uid) => !shown.some(({ studentUid }) => studentUid === uid));
    if (missing.length > 0)
      throw new UserError(
        `${missing.map((uid) => `${names.get(uid)?.en} (${uid})`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} not recruited.`,
      );
    return {
      value: shown.map((state) => ({ name: names.get(state.studentUid)?.ko ?? null, ...state })),
      ...(shown.length > 0 && { text: formatRows(shown, names) }),
    };
  });
}

const joinValues = (...values: (number | null)[]): string => values.map((value) => value ?? '-').join('/');

const formatRows = (shown: readonly RecruitedStudent[], names: ReadonlyMap<string, { en: string }>): string =>
  formatTable(
    shown.map((state) => ({
      uid: state.studentUid,
      name: names.get(state.studentUid)?.en,
      stars: state.tier,
      level: state.level,
      skills: joinValues(state.skillEx, state.skillNormal, state.skillEnhanced, state.skillSub),
      equipment: joinValues(state.equip1, state.equip2, state.equip3, state.equipSpecial),
      weapon: state.weaponTier === 0 ? null : joinValues(state.weaponTier, state.weaponLevel),
      abilities: joinValues(state.abilityHp, state.abilityAtk, state.abilityHeal),
      bond: state.bond,
    })),
  );
