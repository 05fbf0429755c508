import { PORTRAITS_PATH } from '../../contract/paths.ts';
import type { SharedStudent } from '../../contract/shares.ts';
import { describeWanted } from '../../game/describe-wanted.ts';
import { lettersOf, splitName } from '../../game/student-name.ts';
import { formatGroup, VALUE_GROUPS } from '../../game/value-groups.ts';
import { type Html, html, type Part } from '../html/html.ts';
import { relativeLinks } from '../html/page-frame.ts';
import type { SharePageInput } from './share-page-input.ts';
import { SHARE_TEXTS } from './share-page-texts.ts';

/** The portrait, or letters on the colour of the school. */
export function renderFace({ path, portraitOf }: SharePageInput, { studentUid, name }: SharedStudent): Html {
  const hash = portraitOf(studentUid);
  const address = `${PORTRAITS_PATH}/${encodeURIComponent(studentUid)}?v=${encodeURIComponent(hash ?? '')}`;
  return html`<i class="face" data-letters="${lettersOf(name)}">${
    hash !== undefined &&
    html`<img src="${relativeLinks(path)(address)}" alt="" width="56" height="56" loading="lazy" decoding="async">`
  }</i>`;
}

/** A costume goes to the next line where there is no room beside the name. */
export function renderName(name: string): Html {
  const { own, costume } = splitName(name);
  return html`<b><bdi>${own}${costume !== undefined && html`<wbr>${name.slice(own.length)}`}</bdi></b>`;
}

/** The stars of the student, then those of the unique weapon in another colour. */
function renderStars({ language }: SharePageInput, { tier, weaponTier = 0 }: SharedStudent): Part {
  if (tier === undefined) return undefined;
  const label = SHARE_TEXTS.starsOf(tier, weaponTier)[language];
  return html`<span role="img" aria-label="${label}">${'★'.repeat(tier)}${weaponTier > 0 && html`<b>${'★'.repeat(weaponTier)}</b>`}</span>`;
}

/** What is shown of students beside name and portrait: a column each. */
export interface ShareColumn {
  /** A class of the style sheet. */
  name: 'stars' | 'goal' | (typeof VALUE_GROUPS)[number]['name'];
  title: string;
  order?: string | undefined;
  /** Before the value in a card. */
  label?: string;
  render: (student: SharedStudent) => Part;
}

/** The columns in which somebody has a value. */
export function listColumns(input: SharePageInput): ShareColumn[] {
  const { language, roster } = input;
  const columns: ShareColumn[] = [
    {
      name: 'stars',
      title: SHARE_TEXTS.stars[language],
      render: (student) => renderStars(input, student),
    },
    ...VALUE_GROUPS.map((group) => ({
      name: group.name,
      title: group.title[language],
      order: group.order?.[language],
      label: group.label[language],
      render: (student: SharedStudent) => formatGroup(group, student),
    })),
    {
      name: 'goal',
      title: SHARE_TEXTS.goal[language],
      label: SHARE_TEXTS.goal[language],
      render: ({ wanted = {} }) => describeWanted(wanted, language).join(', '),
    },
  ];
  return columns.filter(({ render }) => roster.students.some((student) => render(student)));
}

/** With its label, in a cell or another element. */
export const renderValue = ({ label, render }: ShareColumn, student: SharedStudent): Part => {
  const value = render(student);
  return value && (label === undefined ? value : html`<i>${label}</i> ${value}`);
};
