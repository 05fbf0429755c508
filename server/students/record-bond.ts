import { bondInterval, fittingBondExp } from '../../contract/bond.ts';
import { STATE_FIELDS } from '../../contract/state-fields.ts';
import { storedCatalogue } from '../catalogue/live-catalogue.ts';
import { decode } from '../store/columns.ts';
import type { Store } from '../store/types.ts';
import { Refusal } from '../user-error.ts';

/** What the account's other tools do: records a bond, whether the student is recruited or not. */
export async function setBond(
  store: Store,
  accountId: string,
  anyUid: string,
  bond: number,
  exp: number | undefined,
): Promise<{ studentUid: string; bond: number; bondExp: number | null }> {
  const { min, max } = STATE_FIELDS.bond;
  if (bond < min || bond > max) throw new Refusal(`A bond rank is from ${min} to ${max}, not ${bond}.`);
  const { from, to } = bondInterval(bond);
  if (exp !== undefined && (exp < from || exp > to))
    throw new Refusal(`At bond rank ${bond} the experience is from ${from} to ${to}, not ${exp}.`);
  for (;;) {
    const { catalogue, importedVersion } = await storedCatalogue(store);
    const studentUid = catalogue.resolve(anyUid);
    if (studentUid === undefined) throw new Refusal(`There is no student ${anyUid} in the catalogue.`);
    const recorded = await store.readStudent(accountId, studentUid);
    const before = recorded && decode(recorded.text);
    const bondExp = fittingBondExp(bond, exp ?? before?.bondExp ?? null);
    const next = { ...before, bond, bondExp };
    if (await store.writeStudent(accountId, studentUid, next, recorded, importedVersion))
      return { studentUid, bond, bondExp };
  }
}
