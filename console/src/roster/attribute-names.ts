import { ATTRIBUTE_LABELS } from '../texts/attribute-texts.ts';
import { translate } from '../texts/translate.ts';
import {
  type AttributeConditions,
  type AttributeValue,
  CONDITION_ATTRIBUTES,
  type ConditionAttribute,
} from './attribute-conditions.ts';
import { attributeLabels } from './roster-store.ts';

/** In the language of the page. */
export function nameOfValue({ attribute, value }: AttributeValue): string {
  if (attribute === 'star') return `★${value}`;
  const label = attributeLabels.value[attribute]?.[value];
  return label === undefined ? value : translate(label);
}

export const nameOfAttribute = (attribute: ConditionAttribute): string =>
  translate(ATTRIBUTE_LABELS[attribute]);

/** As in "학교: 게헨나, 트리니티 · 역할: 힐러". */
export const describeConditions = (conditions: AttributeConditions): string =>
  CONDITION_ATTRIBUTES.flatMap((attribute) => {
    const names = conditions[attribute]?.map((value) => nameOfValue({ attribute, value }));
    return names === undefined ? [] : `${nameOfAttribute(attribute)}: ${names.join(', ')}`;
  }).join(' · ');
