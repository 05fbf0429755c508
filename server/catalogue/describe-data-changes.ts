import type { CatalogueData } from './catalogue-data.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import type { CatalogueItem } from './catalogue-facts.ts';

/** What differs between two catalogues, for whoever reads it before it is shipped: a title, and a line for each change. */
export function describeDataChanges(before: CatalogueData, after: CatalogueData): string[] {
  const students = compareTables(toTable(before.students), toTable(after.students));
  const items = compareTables(before.items, after.items);
  const labels = compareTables(flattenLabels(before.labels), flattenLabels(after.labels));
  const groups: Record<string, string[]> = {
    'New students': students.added.map(describeStudent),
    'Students taken away': students.removed.map(describeStudent),
    Renamed: students.changed.flatMap(describeRename),
    Aliases: students.changed.flatMap(describeAliases),
    'Other changes of students': students.changed.flatMap(describeFacts),
    'New labels': labels.added.map(([code, label]) => `${code} ${describeNames(label)}`),
    'Changed labels': labels.changed.map(
      ([code, was, label]) => `${code} ${describeNames(was)} -> ${describeNames(label)}`,
    ),
    'Labels taken away': labels.removed.map(([code]) => code),
    'New items': items.added.map(([id, item]) => `${id} ${item.kind} ${describeNames(item.names)}`),
    'Items taken away': items.removed.map(([id, item]) => `${id} ${describeNames(item.names)}`),
    'Changed items': items.changed.flatMap(describeItem),
  };
  const lines = Object.entries(groups).flatMap(([title, group]) =>
    group.length === 0 ? [] : [`${title} (${group.length}):`, ...group.map((line) => `  ${line}`)],
  );
  return lines.length === 0 ? ['Nothing has changed.'] : lines;
}

type Table<Value> = Readonly<Record<string, Value>>;
type Changed<Value> = [key: string, was: Value, is: Value];

function compareTables<Value>(before: Table<Value>, after: Table<Value>) {
  const missingIn = (table: Table<Value>) => (entry: [string, Value]) => !Object.hasOwn(table, entry[0]);
  const common = Object.entries(after).filter(([key]) => Object.hasOwn(before, key));
  return {
    added: Object.entries(after).filter(missingIn(before)),
    removed: Object.entries(before).filter(missingIn(after)),
    changed: common
      .map(([key, is]): Changed<Value> => [key, before[key] as Value, is])
      .filter(([, was, is]) => toText(was) !== toText(is)),
  };
}

const toTable = (students: readonly CatalogueEntry[]): Table<CatalogueEntry> =>
  Object.fromEntries(students.map((student) => [student.uid, student]));

const flattenLabels = (labels: CatalogueData['labels']) =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([table, codes]) =>
      Object.entries(codes).map(([code, label]) => [`${table}.${code}`, label]),
    ),
  );

const toText = (value: unknown): string => JSON.stringify(value) ?? 'not said';

const describeNames = ({ ko, ja, en }: CatalogueItem['names']): string =>
  [ko, ja, en].filter((name) => name !== undefined).join(' / ');

const describeStudent = ([uid, { names }]: [string, CatalogueEntry]): string =>
  `${uid} ${describeNames(names)}`;

const describeRename = ([uid, was, is]: Changed<CatalogueEntry>): string[] =>
  toText(was.names) === toText(is.names)
    ? []
    : [`${uid} ${describeNames(was.names)} -> ${describeNames(is.names)}`];

const describeAliases = ([uid, was, is]: Changed<CatalogueEntry>): string[] => {
  const moved = describeMoved(was.aliases, is.aliases);
  return moved === '' ? [] : [`${uid} ${is.names.ko}: ${moved}`];
};

const describeFacts = ([uid, was, is]: Changed<CatalogueEntry>): string[] =>
  [
    ...compareFields({ ...was.attributes }, { ...is.attributes }),
    ...compareFields({ ...was.growth }, { ...is.growth }),
    ...compareFields({ otherForms: was.otherForms }, { otherForms: is.otherForms }),
  ].map((change) => `${uid} ${is.names.ko}: ${change}`);

function describeItem([id, { names, tags, ...was }, is]: Changed<CatalogueItem>): string[] {
  const { names: newNames, tags: newTags, ...rest } = is;
  const renamed = toText(names) === toText(newNames) ? [] : [`was ${describeNames(names)}`];
  const moved = describeMoved(tags ?? [], newTags ?? []);
  const changes = [
    ...renamed,
    ...(moved ? [`tags ${moved}`] : []),
    ...compareFields({ ...was }, { ...rest }),
  ];
  return changes.map((change) => `${id} ${describeNames(newNames)}: ${change}`);
}

function compareFields(before: Table<unknown>, after: Table<unknown>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => toText(before[name]) !== toText(after[name]))
    .map((name) => `${name} ${toText(before[name])} -> ${toText(after[name])}`);
}

const describeMoved = (before: readonly string[], after: readonly string[]): string =>
  [
    ...after.filter((one) => !before.includes(one)).map((one) => `+${one}`),
    ...before.filter((one) => !after.includes(one)).map((one) => `-${one}`),
  ].join(' ');
