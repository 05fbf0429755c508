import { type Growth, STATE_FIELDS } from '../../contract/state-fields.ts';
import {
  applyPatch,
  applyRegistration,
  WEAPON_LEVEL_CAPS,
  WEAPON_NEEDS_TIER,
} from '../../contract/state-rules.ts';
import type { CatalogueEntry } from '../../server/catalogue/catalogue-entry.ts';
import type { Facts } from './section.ts';

/** Known to every player. */
const SHIROKO = '10010';

/** The student with whom the samples play, and the state after each of them, by the rules of the service. */
export function example({ served: { catalogue } }: Facts) {
  const { entries } = catalogue;
  const { uid, names } = entries.find((entry) => entry.uid === SHIROKO) ?? (entries[0] as CatalogueEntry);
  const registration = { studentUid: uid, ...withWeapon(2) };
  const change = { level: STATE_FIELDS.level.max, bond: 20 };
  const wanted = { ...withWeapon(3), level: STATE_FIELDS.level.max };
  const registered = applyRegistration(undefined, registration);
  const changed = applyPatch(registered, change);
  const answer = (growth: Growth) => ({ studentUid: uid, ...growth });
  return {
    uid,
    name: names.ko,
    registration,
    change,
    wanted,
    registered: answer(registered),
    changed: answer(changed),
    set: answer(applyPatch(changed, wanted)),
  };
}

const withWeapon = (weaponTier: 1 | 2 | 3 | 4) => ({
  tier: WEAPON_NEEDS_TIER,
  weaponTier,
  weaponLevel: WEAPON_LEVEL_CAPS[weaponTier],
});
