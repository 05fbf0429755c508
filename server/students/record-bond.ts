import { bondInterval, normalizeBondExp } from '../../contract/bond.ts';
import { STATE_FIELDS } from '../../contract/state-fields.ts';
import { loadCatalogue } from '../catalogue/live-catalogue.ts';
import { UserError } from '../errors/user-error.ts';
import { OPERATOR } from '../store/caller.ts';
import type { Store } from '../store/store.ts';
import { parseGrowth } from '../store/stored-student.ts';

/** The operation of the account's other tools: records a bond, whether the student is recruited or not. */
export async function recordBond(
  store: Store,
  accountId: string,
  anyUid: string,
  bond: number,
  exp: number | undefined,
): Promise<{ studentUid: string; bond: number; bondExp: number | null }> {
  const { min, max } = STATE_FIELDS.bond;
  if (bond < min || bond > max) throw new UserError(`A bond rank is from ${min} to ${max}, not ${bond}.`);
  const { from, to } = bondInterval(bond);
  if (exp !== undefined && (exp < from || exp > to))
    throw new UserError(`At bond rank ${bond} the experience is from ${from} to ${to}, not ${exp}.`);
  for (;;) {
    const { catalogue, importedVersion } = await loadCatalogue(store);
    const studentUid = catalogue.resolve(anyUid);
    if (studentUid === undefined) throw new UserError(`There is no student ${anyUid} in the catalogue.`);
    const recorded = await store.readStudent(accountId, studentUid);
    const before = recorded && parseGrowth(recorded.json);
    const bondExp = normalizeBondExp(bond, exp ?? before?.bondExp ?? null);
    const next = { ...before, bond, bondExp };
    const write = { caller: OPERATOR, at: Date.now(), accountId, studentUid };
    if (await store.writeStudent(write, next, recorded, importedVersion))
      return { studentUid, bond, bondExp };
  }
}
