import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Catalogue } from '../catalogue/catalogue.ts';
import { shippedData } from '../catalogue/catalogue-data.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { defaultService } from './default-service.ts';
import { documentContext } from './document-page.ts';
import type { ServiceInfo } from './guide/section.ts';
import { readSection, SECTION_IDS, type SectionId } from './guide/sections.ts';
import { fillNames, serviceNames } from './guide/service-names.ts';
import { guideMarkdown } from './guide-markdown.ts';
import { guidePage } from './guide-page.ts';

const LANGUAGES = ['ko', 'en'] as const;
const GUIDE = join(import.meta.dirname, 'guide');
const service = defaultService();

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{(?:#if )?(.*?)\}\}/g)].map(([, name = '']) => name);
const sectionNames = (language: (typeof LANGUAGES)[number], id: SectionId): string[] =>
  namesIn(readSection(language, id).text);

test('every section is there in both languages, and every file is a section', () => {
  for (const language of LANGUAGES)
    assert.deepEqual(
      readdirSync(join(GUIDE, language)).sort(),
      SECTION_IDS.map((id) => `${id}.md`).sort(),
      language,
    );
});

test('both languages of a section put in the same things, each as often', () => {
  for (const id of SECTION_IDS)
    assert.deepEqual(sectionNames('ko', id).sort(), sectionNames('en', id).sort(), id);
});

test('a name that the guide does not have is an error, and so is a condition on one', () => {
  for (const text of ['{{wrong}}', '{{ readLimit }}', '{{toString}}', '{{#if wrong}}x{{/if}}', '{{/if}}'])
    assert.throws(() => fillNames(text, { readLimit: '60' }), /The guide has no/, text);
  assert.throws(() => fillNames('{{absent}}', { absent: undefined }), /needs an \{\{#if\}\}/);
});

test('every name and sample of the guide stands in its text', () => {
  const used = new Set(SECTION_IDS.flatMap((id) => sectionNames('ko', id)));
  const all = Object.keys(serviceNames(documentContext(service, 'ko', '/docs/ko')));
  assert.deepEqual(
    all.filter((name) => !used.has(name)),
    [],
  );
  const samples = SECTION_IDS.flatMap((id) =>
    [...readSection('ko', id).text.matchAll(/^```\w+ \{#([\w-]+)\}$/gm)].map(([, name]) => `${name}.md`),
  );
  assert.deepEqual([...new Set(samples)].sort(), readdirSync(join(GUIDE, 'samples')).sort());
});

test('the page has no Markdown and no names left, and closes what it opens', () => {
  for (const language of LANGUAGES) {
    const page = guidePage(language, service);
    const text = page.replaceAll(/<(pre|code)[ >].*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, '');
    assert.equal(/\{\{|\{#|\*\*|\]\(|`|^\s*[-#|] .*$/m.exec(text)?.[0], undefined, language);
    assert.doesNotMatch(guideMarkdown(language, service), /\{\{|\{#[\w-]+\}/);
    for (const tag of ['div', 'section', 'details', 'p', 'ul', 'ol'])
      assert.equal(
        page.match(new RegExp(`<${tag}[ >]`, 'g'))?.length,
        page.match(new RegExp(`</${tag}>`, 'g'))?.length,
        `${language} ${tag}`,
      );
  }
});

/** A server whose operator has imported these students. */
function serviceWith(students: readonly CatalogueEntry[]): ServiceInfo {
  const catalogue = Catalogue.build({ ...shippedData(), students });
  return {
    ...service,
    served: { catalogue, importedAt: Date.UTC(2026, 0, 1), importedVersion: catalogue.version },
  };
}

test('an imported catalogue without forms and attributes leaves out what needs them', () => {
  const imported = serviceWith([{ uid: '1', names: { ko: '가', ja: 'ア', en: 'A' }, aliases: [] }]);
  for (const language of LANGUAGES) {
    const page = guidePage(language, imported);
    assert.match(page, /2026-01-01T00:00:00\.000Z/);
    assert.match(page, /data-sample="search"/);
    assert.doesNotMatch(page, /data-sample="(forms|attributes)"/);
    assert.match(guidePage(language, service), /data-sample="forms".*data-sample="attributes"/s);
  }
});

test('names of a catalogue are shown as they are, also those that look like markup or Markdown', () => {
  const name = '<b>*a*</b> `x` ``y`` [z](http://z) {{readLimit}} ```';
  const students = [{ uid: '1', names: { ko: name, ja: name, en: name }, aliases: [], otherForms: ['2'] }];
  const imported = serviceWith(students);
  const shown = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  for (const language of LANGUAGES) {
    const page = guidePage(language, imported);
    const searches = /<section id="students">.*?<\/section>/s.exec(page)?.[0] ?? '';
    assert.ok(searches.replaceAll(/<code>.*?<\/code>/gs, '').includes(shown));
    assert.equal(/<b>\*|href="http:\/\/z/.exec(page)?.[0], undefined);
  }
});
