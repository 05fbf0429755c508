import { signal } from '@preact/signals';
import type { AttributeLabels, LabelTable, StudentAttributes } from '../../../game/attributes.ts';
import { language } from '../preferences.ts';

/** Those of the catalogue; none before it is loaded. */
export const attributeLabels = signal<Partial<AttributeLabels>>({});

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
