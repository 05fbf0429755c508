import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../contract/bilingual.ts';
import { CHANGELOG_PATHS } from '../../contract/paths.ts';
import { html } from '../html/html.ts';
import { documentContext, documentPage } from './document-page.ts';
import { renderMarkdown } from './guide/render-markdown.ts';
import type { Section, ServiceInfo } from './guide/section.ts';

const LINK_TO_FILE = /\[([^\]]+)\]\((?![a-z]+:)[^)]*\)/g;

/** The texts of links to files of the repository, which lead nowhere from anywhere else. */
export const unlinkFiles = (markdown: string): string => markdown.replaceAll(LINK_TO_FILE, '$1');

/** CHANGELOG.md of this version, at /docs/changelog.md. */
export const changelogMarkdown = (): string =>
  unlinkFiles(readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'));

/** The changelog at /docs/changelog: a section for each version, in English in both languages. */
export function changelogPage(language: Language, service: ServiceInfo): string {
  const path = CHANGELOG_PATHS[language];
  const context = documentContext(service, language, path);
  const { t } = context;
  const title = t('변경 로그', 'Changelog');
  const description = t('버전별로 달라진 점입니다. 영어로 작성합니다.', 'What has changed in each version.');
  return documentPage(context, {
    path,
    paths: CHANGELOG_PATHS,
    title: t(`Rollbook (출석부) ${title}`, `Rollbook ${title.toLowerCase()}`),
    description: t(`Rollbook(출석부)의 ${description}`, `Rollbook: ${description}`),
    intro: html`<div class="intro">
<h1>${title}</h1>
<p>${description}</p>
</div>`,
    sections: changelogMarkdown().split(/^## /m).slice(1).map(versionSection),
    footer: t('이 페이지는 CHANGELOG.md로 생성합니다.', 'This page is generated from CHANGELOG.md.'),
  });
}

function versionSection(text: string): Section {
  const [heading = '', ...lines] = text.split('\n');
  const title = heading.replaceAll(/[[\]]/g, '');
  const id = toAnchor(`v${title.split(' ')[0]}`);
  const headings = lines.filter((line) => line.startsWith('### ')).map((line) => line.slice('### '.length));
  const parts = headings.map((name) => ({ id: toAnchor(`${id} ${name}`), name: { ko: name, en: name } }));
  const body = parts.reduce(
    (markdown, { id, name }) =>
      markdown.replace(`### ${name.en}\n`, (line) => `${line.trimEnd()} {#${id}}\n`),
    lines.join('\n'),
  );
  return { id, title: { ko: title, en: title }, parts, body: ({ to }) => renderMarkdown(body, to) };
}

const toAnchor = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
