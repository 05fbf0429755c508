import {
  MERGEABLE_FORMATS,
  ROSTER_FORMATS,
  type RosterFormat,
  WRITABLE_FORMATS,
} from '../../../client/formats/index.ts';
import { AREA_NAMES, AREAS } from '../../../contract/areas.ts';
import { bondInterval } from '../../../contract/bond.ts';
import { BOND_RANK_STARTS } from '../../../contract/bond-ranks.ts';
import { HEADER_NAMES, HEADERS } from '../../../contract/headers.ts';
import { STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS } from '../../../contract/state-rules.ts';
import { TOOL_LIST, TOOL_NAMES } from '../../mcp/tool-titles.ts';
import { OPERATION_LIST } from '../operation-details.ts';
import { CLIENT_METHODS } from './client-methods.ts';
import type { Filling, Names } from './fill-names.ts';
import { codeSpan, tableRow } from './markdown-text.ts';
import type { GuideContext } from './section.ts';

/** The rows of the guide's tables that are the contract's; the guide's text has the heads. */
export const tableRows = (guide: GuideContext): Names => ({
  'rows:operations': operations(guide),
  'rows:fields': fields(guide),
  'rows:weaponLevels': weaponLevels(guide),
  'rows:bond': bond(),
  'rows:headers': headers(guide),
  'rows:formats': formats(guide),
  'rows:tools': tools(guide),
  'rows:areas': areas(guide),
  'rows:clients': clients(guide),
});

const operations = ({ language }: GuideContext): Filling =>
  inBothForms((form) =>
    OPERATION_LIST.map(([id, { method, path, permission, [language]: title }]) => {
      const request =
        form === 'page'
          ? `<code><b class="${method}">${method}</b> ${path}</code>`
          : codeSpan(`${method} ${path}`);
      return tableRow(`${request} {#${id}}`, title, codeSpan(permission));
    }),
  );

const fields = ({ t, language }: GuideContext): Filling =>
  inBothForms((form) =>
    STATE_NAMES.map((name) => {
      const { min, max, nullable, [language]: meaning } = STATE_FIELDS[name];
      const range = `${min}–${count(max)}`;
      return tableRow(
        `${codeSpan(name)} {#field-${name}}`,
        form === 'page' ? `<span class="whole">${range}</span>` : range,
        nullable ? t('가능', 'Yes') : t('**불가**', '**No**'),
        meaning,
      );
    }),
  );

const inBothForms = (rows: (form: 'page' | 'markdown') => readonly string[]): Filling => ({
  page: rows('page').join('\n'),
  markdown: rows('markdown').join('\n'),
});

/** Of tier 1 and higher. */
const weaponLevels = ({ t }: GuideContext): string =>
  WEAPON_LEVEL_CAPS.map((cap, tier) => tableRow(`${tier}`, `0–${cap}`, t('가능', 'Allowed')))
    .slice(1)
    .join('\n');

const bond = (): string =>
  BOND_RANK_STARTS.map((_, i) => {
    const rank = i + 1;
    const { from, to } = bondInterval(rank);
    const distance = rank === BOND_RANK_STARTS.length ? '–' : count(to + 1 - from);
    return tableRow(`${rank} {#bond-${rank}}`, count(from), count(to), distance);
  }).join('\n');

const headers = ({ language }: GuideContext): string =>
  HEADER_NAMES.map((name) => tableRow(`${codeSpan(name)} {#header-${name}}`, HEADERS[name][language])).join(
    '\n',
  );

function formats({ t }: GuideContext): string {
  const includes = (list: readonly RosterFormat[], format: RosterFormat) => list.includes(format);
  return (Object.entries(ROSTER_FORMATS) as [RosterFormat, string][])
    .map(([format, title]) => {
      const writing = includes(MERGEABLE_FORMATS, format)
        ? t('예, 병합 가능', 'yes, also merged')
        : includes(WRITABLE_FORMATS, format)
          ? t('예', 'yes')
          : t('아니요', 'no');
      return tableRow(title, codeSpan(format), t('예', 'yes'), writing);
    })
    .join('\n');
}

const areas = ({ language }: GuideContext): string =>
  AREA_NAMES.map((area) => tableRow(codeSpan(area), AREAS[area][language])).join('\n');

const tools = ({ language }: GuideContext): string =>
  TOOL_NAMES.map((name) => {
    const { areas: needed, [language]: title } = TOOL_LIST[name];
    return tableRow(codeSpan(name), title, needed.map(codeSpan).join(', '));
  }).join('\n');

/** Below one another where the names differ: two columns of code do not fit a phone. */
const clients = ({ language }: GuideContext): Filling =>
  inBothForms((form) =>
    CLIENT_METHODS.map(({ js, python, [language]: text }) => {
      const calls = [...new Set([js, python])].filter((call) => call !== undefined);
      const shown = calls.map((call) =>
        form === 'page' ? `<code class="call">${call}</code>` : codeSpan(call),
      );
      const only = js === undefined ? ' (Python)' : python === undefined ? ' (JavaScript)' : '';
      const id = calls[0]?.split('(')[0]?.replaceAll('.', '-');
      return tableRow(`${shown.join(form === 'page' ? ' <br>' : ', ')}${only} {#client-${id}}`, text);
    }),
  );

const count = (value: number): string => value.toLocaleString('en');
