import { type GrowthState, STATE_FIELDS } from '../../../contract/state-fields.ts';
import {
  applyPatch,
  applyRegistration,
  WEAPON_LEVEL_CAPS,
  WEAPON_REQUIRED_TIER,
} from '../../../contract/state-rules.ts';
import type { CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import type { ServiceInfo } from './section.ts';

const SHIROKO = '10010';
const HOSHINO = '10005';

/** The student of the samples, and the state after each sample as the service's own rules compute it. */
export function exampleStudent({ served: { catalogue } }: ServiceInfo) {
  const { entries } = catalogue;
  const { uid, names } = entries.find((entry) => entry.uid === SHIROKO) ?? (entries[0] as CatalogueEntry);
  const registration = { studentUid: uid, ...withWeapon(2) };
  const change = { level: STATE_FIELDS.level.max, bond: 20 };
  const others = entries.filter((entry) => entry.uid !== uid);
  const newcomer = others.find((entry) => entry.uid === HOSHINO) ?? others[0];
  const registered = applyRegistration(undefined, registration);
  const changed = applyPatch(registered, change);
  const invalid = {
    studentUid: uid,
    tier: WEAPON_REQUIRED_TIER - 1,
    weaponTier: 1,
    weaponLevel: WEAPON_LEVEL_CAPS[1] + 1,
  };
  const response = (growth: GrowthState) => ({ studentUid: uid, ...growth });
  return {
    uid,
    name: names.ko,
    registration,
    /** Breaks two rules. */
    invalid,
    change,
    /** The student as the samples before have left it, and one who is not registered yet. */
    roster: [
      { uid, name: names.ko, target: { ...withWeapon(2), level: change.level } },
      ...(newcomer
        ? [{ uid: newcomer.uid, name: newcomer.names.ko, target: { tier: 3, weaponTier: 0, level: 50 } }]
        : []),
    ],
    registered: response(registered),
    changed: response(changed),
  };
}

const withWeapon = (weaponTier: 1 | 2 | 3 | 4) => ({
  tier: WEAPON_REQUIRED_TIER,
  weaponTier,
  weaponLevel: WEAPON_LEVEL_CAPS[weaponTier],
});
