import { API_PREFIX, MCP_PATH } from '../../../contract/paths.ts';
import { searchStudents } from '../../catalogue/search-operation.ts';
import { formatJson } from '../../html/assets/code-text.js';
import type { GuideContext } from './section.ts';

/** What a name stands for. Undefined: this catalogue does not have it, and the text needs it within `{{#if name}}` and `{{/if}}`. */
export type Names = Readonly<Record<string, string | undefined>>;

const CONDITION = /\{\{#if (.*?)\}\}(.*?)\{\{\/if\}\}/gs;
const NAME = /\{\{(.*?)\}\}/g;

/** The text with what its names stand for in place of each `{{name}}`. */
export function fillNames(text: string, names: Names): string {
  const find = (name: string): string | undefined => {
    if (!Object.hasOwn(names, name)) throw new Error(`The guide has no {{${name}}}`);
    return names[name];
  };
  return text
    .replace(CONDITION, (_, name, inner) => (find(name) === undefined ? '' : inner))
    .replace(NAME, (_, name) => {
      const value = find(name);
      if (value === undefined) throw new Error(`{{${name}}} needs an {{#if}}`);
      return value;
    });
}

/** What differs between servers: addresses, settings, the catalogue and what its samples find. */
export function serviceNames({ baseUrl, docsUrl, limits, served, language, t }: GuideContext): Names {
  const { catalogue, importedAt } = served;
  const { entries, data } = catalogue;
  const rootUrl = baseUrl.slice(0, -API_PREFIX.length);
  const student = entries.find(({ otherForms }) => otherForms !== undefined);
  const [otherForm] = student?.otherForms ?? [];
  const search = (query: Record<string, string>) => formatJson(JSON.parse(searchStudents(catalogue, query)));
  const found = entries.filter(
    ({ attributes }) => attributes?.school === 'abydos' && attributes.role === 'dealer',
  );
  return {
    baseUrl,
    rootUrl,
    mcpUrl: rootUrl + MCP_PATH,
    docsUrl,
    readLimit: count(limits.read),
    plainReadLimit: `${limits.read}`,
    readsLeft: `${limits.read - 1}`,
    writeLimit: count(limits.write),
    students: `${entries.length}`,
    otherForms: `${catalogue.otherForms}`,
    catalogueVersion: catalogue.version,
    isShipped: importedAt === null ? '' : undefined,
    importedAt: importedAt === null ? undefined : new Date(importedAt).toISOString(),
    formsName: student && escapeText(student.names[language]),
    formsUid: student?.uid,
    formsOtherUid: otherForm,
    response: t('응답', 'Response'),
    output: t('출력', 'Output'),
    found: search({ query: '시로코', limit: '2' }),
    foundForm: otherForm && search({ query: otherForm }),
    foundByAttributes:
      found.length === 0
        ? undefined
        : formatJson({ school: data.labels.school.abydos?.ko, students: found.map(({ names }) => names.ko) }),
    foundOnPages: `${catalogue.search('수영복').count}`,
  };
}

const count = (value: number): string => value.toLocaleString('en');

/** Text of the catalogue, which may hold anything on one line. */
const escapeText = (text: string): string => text.replace(/[\\*_<[\]`~]/g, '\\$&');
