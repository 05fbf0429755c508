import {
  type AttributeLabels,
  type CodeAttribute,
  codesOf,
  type StudentAttributes,
} from '../../../game/attributes.ts';

/** What students can be chosen by: the attributes that are a code, and the stars with which they are recruited. */
export const CONDITION_ATTRIBUTES = [
  'school',
  'role',
  'squad',
  'attack',
  'armor',
  'star',
  'recruit',
  'position',
  'weapon',
  'club',
] as const satisfies (CodeAttribute | 'star')[];
export type ConditionAttribute = (typeof CONDITION_ATTRIBUTES)[number];

/** The values of one attribute are alternatives; every attribute that is named must have one of its values. */
export type AttributeConditions = Readonly<Partial<Record<ConditionAttribute, readonly string[]>>>;

export interface AttributeValue {
  readonly attribute: ConditionAttribute;
  /** A code, or a number of stars. */
  readonly value: string;
}

/** Before the catalogue is loaded there are none. */
export type KnownLabels = Partial<AttributeLabels>;

export const valuesOf = (attributes: StudentAttributes, attribute: ConditionAttribute): string[] => {
  if (attribute !== 'star') return codesOf(attributes, attribute);
  return attributes.star === undefined ? [] : [String(attributes.star)];
};

/** Whether a student meets them, for many students. */
export function createCondition(conditions: AttributeConditions): (attributes: StudentAttributes) => boolean {
  const asked = CONDITION_ATTRIBUTES.filter((attribute) => conditions[attribute] !== undefined);
  return (attributes) =>
    asked.every((attribute) =>
      valuesOf(attributes, attribute).some((value) => conditions[attribute]?.includes(value)),
    );
}

export const listValues = (conditions: AttributeConditions): AttributeValue[] =>
  CONDITION_ATTRIBUTES.flatMap((attribute) =>
    (conditions[attribute] ?? []).map((value) => ({ attribute, value })),
  );

export const toConditions = (values: readonly AttributeValue[]): AttributeConditions => {
  const byAttribute = Map.groupBy(values, ({ attribute }) => attribute);
  return Object.fromEntries(
    CONDITION_ATTRIBUTES.filter((attribute) => byAttribute.has(attribute)).map((attribute) => [
      attribute,
      [...new Set(byAttribute.get(attribute)?.map(({ value }) => value))],
    ]),
  );
};

/** Adds the value, or takes it away if it is there. */
export function toggleValue(
  conditions: AttributeConditions,
  { attribute, value }: AttributeValue,
): AttributeConditions {
  const values = listValues(conditions);
  const others = values.filter((one) => one.attribute !== attribute || one.value !== value);
  return toConditions(others.length < values.length ? others : [...values, { attribute, value }]);
}

/** Without values that the catalogue does not have, as soon as that is known. */
export const keepKnownValues = (conditions: AttributeConditions, labels: KnownLabels): AttributeConditions =>
  toConditions(
    listValues(conditions).filter(
      ({ attribute, value }) =>
        attribute === 'star' || labels[attribute] === undefined || Object.hasOwn(labels[attribute], value),
    ),
  );

interface Attributed {
  readonly attributes: StudentAttributes;
}

/** The values that students have, in the order of the labels. */
export function findValues(
  students: readonly Attributed[],
  attribute: ConditionAttribute,
  labels: KnownLabels,
): string[] {
  const existing = countValues(students, attribute);
  return attribute === 'star'
    ? [...existing.keys()].sort()
    : Object.keys(labels[attribute] ?? {}).filter((value) => existing.has(value));
}

/** How many students have each value. */
export function countValues(
  students: readonly Attributed[],
  attribute: ConditionAttribute,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { attributes } of students)
    for (const value of valuesOf(attributes, attribute)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
