import { type RecruitedStudent, STATE_NAMES } from '../../contract/state-fields.ts';
import { correctState } from './correct-state.ts';
import { readRow, type StatedValues } from './read-row.ts';

/** Our null is no reason to overwrite what the other tool knows. */
export function fillNulls(state: RecruitedStudent, held: StatedValues): RecruitedStudent {
  const { wanted } = readRow({ uid: state.studentUid, values: held }, 1);
  const known = STATE_NAMES.filter((name) => state[name] !== null).map((name) => [name, state[name]]);
  return correctState({ ...state, ...wanted, ...Object.fromEntries(known) }).corrected;
}
