import { CATALOGUE_PATH } from '../contract/api-paths.ts';
import type { AttributeLabels } from '../game/attributes.ts';
import { isCatalogue } from './answer-checks.ts';
import type { Catalogue } from './catalogue.ts';
import { KeptDocument } from './kept-document.ts';
import type { Transport } from './transport.ts';

export const openCatalogue = (transport: Transport): KeptDocument<Catalogue> =>
  new KeptDocument(transport, CATALOGUE_PATH, isCatalogue, complete);

/** Earlier services say nothing of attributes. */
const complete = ({ version, students, labels }: Catalogue, lastModified: string | undefined): Catalogue => ({
  version,
  students: students.map((student) => ({ ...student, attributes: student.attributes ?? {} })),
  labels: labels ?? ({} as AttributeLabels),
  date: toDay(lastModified),
});

function toDay(lastModified: string | undefined): string | undefined {
  const time = Date.parse(lastModified ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}
