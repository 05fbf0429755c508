import type { LabelTable, StudentAttributes } from '../../../game/attributes.ts';
import { language } from '../preferences.ts';
import { attributeLabels } from './roster-store.ts';

/** The name of a code in the language of the page; undefined if the attribute is not known. */
export const labelOf = (table: LabelTable, code: string | undefined): string | undefined =>
  code === undefined ? undefined : (attributeLabels.value[table]?.[code]?.[language.value] ?? code);

const SLOTS = ['equip1', 'equip2', 'equip3'];

/** The kind of the equipment whose tier the field has. */
export const equipmentKind = ({ equipment }: StudentAttributes, field: string): string | undefined =>
  labelOf('equipment', equipment?.[SLOTS.indexOf(field)]);

/** What cards and lines show of a student, for screen readers. */
export const describeAttributes = ({ school, role, attack, armor }: StudentAttributes): string =>
  [labelOf('school', school), labelOf('role', role), labelOf('attack', attack), labelOf('armor', armor)]
    .filter(Boolean)
    .join(', ');
