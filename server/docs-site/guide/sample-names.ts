import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../../../contract/operations.ts';
import { searchStudents } from '../../catalogue/search-operation.ts';
import { formatJson } from '../../html/assets/code-text.js';
import { jsLiteral, pythonLiteral, requestSamples, shellQuote } from '../../html/assets/request-samples.js';
import { exampleStudent } from './example.ts';
import { fillNames, type Names } from './fill-names.ts';
import { codeFence } from './markdown-text.ts';
import type { GuideContext } from './section.ts';

const SEARCH_LIMIT = 2;
const PAGES_QUERY = '수영복';
const FENCE = /^```(\w+)\n(.*?)\n```$/gms;

/** Code in several languages: the first word of a fence, and the text in it. */
type Code = readonly (readonly [language: string, text: string])[];

/** The samples, each followed by what it prints after those above it have run on the same account. */
export function sampleNames(guide: GuideContext, values: Names): Names {
  const { catalogue } = guide.served;
  const { name, uid, registration, registered, change, changed, set, target, roster } = exampleStudent(guide);
  const otherForm = catalogue.entries.find(({ otherForms }) => otherForms !== undefined)?.otherForms?.[0];
  const attributes = exampleAttributes(guide);
  const [known, ...missing] = roster.map((student) => student.uid);
  const client = readCode('client', values).map(([language, text]) => [`client:${language}`, text]);
  const names: Names = {
    ...values,
    ...Object.fromEntries(client),
    pagesQuery: PAGES_QUERY,
    'sh:name': shellQuote(name),
    'sh:target': `'${JSON.stringify(target).slice(1, -1)}'`,
    ...literals({ name, target, ...attributes?.searched }),
    'js:roster': roster.map((one) => `  ${jsLiteral(one.name)}: ${jsLiteral(one.target)},`).join('\n'),
    'python:roster': roster
      .map((one) => `    ${pythonLiteral(one.name)}: ${pythonLiteral(one.target)},`)
      .join('\n'),
  };

  const request = (id: string, sent: Parameters<typeof requestSamples>[1], output: unknown): string => {
    const { curl, javascript, python } = requestSamples(guide.baseUrl, sent);
    return sample(guide, id, Object.entries({ sh: curl, js: javascript, python }), output);
  };
  const search = (id: string, query: { query: string; limit?: number }): string =>
    request(
      id,
      { ...OPERATIONS.findStudents, query },
      JSON.parse(searchStudents(catalogue, toStrings(query))),
    );
  const fromFile = (id: string, output?: unknown): string => sample(guide, id, readCode(id, names), output);

  return {
    pagesQuery: PAGES_QUERY,
    'sample:search': search('search', { query: name, limit: SEARCH_LIMIT }),
    'sample:register': request(
      'register',
      { ...OPERATIONS.registerRecruitedStudent, body: registration },
      registered,
    ),
    'sample:change': request('change', { ...OPERATIONS.patchRecruitedStudent, uid, body: change }, changed),
    'sample:forms': otherForm && search('forms', { query: otherForm }),
    'sample:sync': fromFile('sync', { written: missing, unchanged: [known] }),
    'sample:set': fromFile('set', set),
    'sample:attributes': attributes && fromFile('attributes', attributes.output),
    'sample:pages': fromFile('pages', catalogue.search(PAGES_QUERY).count),
    'sample:history': fromFile('history'),
  };
}

/** The info of each fence names the sample, from which the page makes tabs and tests find it. */
function sample({ t }: GuideContext, id: string, code: Code, output: unknown): string {
  const label = typeof output === 'object' ? t('응답', 'Response') : t('출력', 'Output');
  return [
    ...code.map(([language, text]) => codeFence(`${language} {#${id}}`, text)),
    ...(output === undefined ? [] : [`**${label}**`, codeFence(`json {#${id}}`, formatJson(output))]),
  ].join('\n\n');
}

function readCode(file: string, names: Names): Code {
  const text = readFileSync(join(import.meta.dirname, 'samples', `${file}.md`), 'utf8');
  return [...text.matchAll(FENCE)].map(([, language = '', code = '']) => [
    language,
    fillNames(code, names, 'markdown'),
  ]);
}

const literals = (values: Record<string, unknown>): Names =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => [
      [`js:${name}`, jsLiteral(value)],
      [`python:${name}`, pythonLiteral(value)],
    ]),
  );

const toStrings = (query: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]));

/** An imported catalogue may know nothing of the student. */
function exampleAttributes(guide: GuideContext) {
  const { entries, data } = guide.served.catalogue;
  const { school, role } = entries.find(({ uid }) => uid === exampleStudent(guide).uid)?.attributes ?? {};
  if (school === undefined || role === undefined) return;
  const found = entries.filter(({ attributes }) => attributes?.school === school && attributes.role === role);
  return {
    searched: { school, role },
    output: { school: data.labels.school[school]?.ko, students: found.map(({ names }) => names.ko) },
  };
}
