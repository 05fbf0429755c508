import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../../contract/bilingual.ts';
import { docsAnchor, ERROR_CODES } from '../../../contract/errors.ts';
import { GUIDE_PATHS } from '../../../contract/paths.ts';
import type { GuideContext } from './section.ts';
import { fillNames, type Names } from './service-names.ts';

/** In page order. Each is a file of this name in ko/ and in en/, and its anchor. */
export const SECTION_IDS = [
  'start',
  'sync',
  'flow',
  'propose',
  'students',
  'fields',
  'rules',
  'bond',
  'paging',
  'limits',
  'errors',
  'keys',
  'connect',
  'browsers',
  'share',
  'agents',
  'formats',
  'history',
  'goals',
  'clients',
  'questions',
  'versions',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

/** Subsections to list in the table of contents. */
export const PARTS: Partial<Record<SectionId, readonly { id: string; name: string }[]>> = {
  errors: ERROR_CODES.map((name) => ({ id: docsAnchor(name), name })),
};

/** Names what a line states of the contract, for guide-text.test.ts. */
const COMMENT = / <!-- [^<>]+ -->/g;
const SAMPLE = /\{\{sample:(\w+)\}\}\n/g;

const readFile = (file: string): string =>
  readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(COMMENT, '');

/** With its samples, which both languages share. */
export function readSection(language: Language, id: SectionId): { title: string; text: string } {
  const file = `${language}/${id}.md`;
  const source = readFile(file).replaceAll(SAMPLE, (_, sample) => readFile(`samples/${sample}.md`));
  const [, title, text] = /^## ([^\n]+)\n(.*)\n$/s.exec(source) ?? [];
  if (title === undefined || text === undefined) throw new Error(`${file} does not begin with its title`);
  return { title, text };
}

/** Tags of the page on lines of their own. */
const MARKUP = /^<.*>$/gm;

/** A section as Markdown that is read anywhere: its names filled in, its links absolute, without anchors and tags. */
export function sectionMarkdown({ language, to }: GuideContext, names: Names, id: SectionId): string {
  const { title, text } = readSection(language, id);
  const page = to(GUIDE_PATHS[language]);
  return `## ${title}\n${fillNames(text, names)}`
    .replaceAll(MARKUP, '')
    .replaceAll(/ \{#[\w-]+\}(?= \||$)/gm, '')
    .replaceAll(
      /\]\(([#/][^)]*)\)/g,
      (_, target: string) => `](${target.startsWith('#') ? page + target : to(target)})`,
    )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
