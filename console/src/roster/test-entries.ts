import type { GrowthState } from '../../../contract/state-fields.ts';
import { applyRegistration } from '../../../contract/state-rules.ts';
import type { StudentAttributes } from '../../../game/attributes.ts';
import type { KnownLabels } from './attribute-conditions.ts';
import type { RosterEntry } from './roster-entry.ts';

/** A state for tests: no unique weapon, and null where nothing is given. */
export const makeState = (state: Partial<GrowthState> = {}): GrowthState =>
  applyRegistration(undefined, { tier: 3, weaponTier: 0, ...state });

export const makeEntry = (
  studentUid: string,
  state: Partial<GrowthState> | null,
  { name = studentUid, attributes = {} }: { name?: string; attributes?: StudentAttributes } = {},
): RosterEntry => ({
  student: { studentUid, names: { ko: name, ja: name, en: name }, aliases: [], forms: [], attributes },
  state: state === null ? null : makeState(state),
});

const label = (name: string) => ({ ko: name, ja: name, en: name });

/** Schools and roles in another order than that of their codes. */
export const LABELS: KnownLabels = {
  school: { gehenna: label('Gehenna'), trinity: label('Trinity'), abydos: label('Abydos') },
  role: { tank: label('Tank'), dealer: label('Dealer') },
};

export const uidsOf = (entries: readonly RosterEntry[]): string[] =>
  entries.map(({ student }) => student.studentUid);
