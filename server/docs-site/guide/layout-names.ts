import type { Filling, Names } from './fill-names.ts';
import { flowDiagram } from './flow-diagram.ts';
import type { GuideContext } from './section.ts';

/** Tags of the page that stand for nothing in Markdown. Text goes on as Markdown after a blank line. */
const onPage = (tags: string): Filling => ({ page: `\n${tags}\n`, markdown: '' });

/** Text beside examples; stacked on narrow screens. */
export const COLUMNS = {
  open: '<div class="columns"><div class="text">',
  examples: '</div><div class="examples">',
  close: '</div></div>',
};

export const layoutNames = (guide: GuideContext): Names => ({
  '#columns': onPage(COLUMNS.open),
  examples: onPage(COLUMNS.examples),
  '/columns': onPage(COLUMNS.close),
  '#details': onPage('<details>'),
  '/details': onPage('</details>'),
  // The list below it says the same.
  'diagram:flow': onPage(flowDiagram(guide).markup),
});
