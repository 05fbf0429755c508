import type { CatalogueData } from './catalogue-data.ts';

/** JSON with one entry in a line, so that a difference between two versions is one line for each student or item. */
export const formatList = (entries: readonly unknown[]): string =>
  `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;

export const formatRecord = (table: object): string => formatMembers(table, (value) => JSON.stringify(value));

export const formatLabels = (labels: object): string =>
  formatMembers(labels, (codes) => formatRecord(codes as object));

/** A whole catalogue in our own format. */
export const formatCatalogue = ({ students, items, labels }: CatalogueData): string =>
  `{"students":${formatList(students)},\n"items":${formatRecord(items)},\n"labels":${formatLabels(labels)}}\n`;

const formatMembers = (object: object, format: (value: unknown) => string): string =>
  `{\n${Object.entries(object)
    .map(([key, value]) => `${JSON.stringify(key)}:${format(value)}`)
    .join(',\n')}\n}`;
