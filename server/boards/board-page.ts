import type { Bilingual, Language } from '../../contract/bilingual.ts';
import type { BoardStudent, BorrowedStudent, OwnedStudent, SharedBoard } from '../../contract/boards.ts';
import { BORROW_SLOT_LABELS } from '../../contract/share-labels.ts';
import { BORROW_SLOTS } from '../../contract/shares.ts';
import { rankStars } from '../../contract/star-rank.ts';
import { nameStarRank } from '../../game/name-stars.ts';
import { formatGroup, VALUE_GROUPS } from '../../game/value-groups.ts';
import { type Html, html, type Part } from '../html/html.ts';
import { renderPage } from '../html/page-frame.ts';
import { SHARE_TEXTS } from '../shares/share-page-texts.ts';
import {
  filterFacts,
  renderFace,
  renderMarks,
  renderName,
  type SharePageInput,
} from '../shares/share-students.ts';
import { renderNoneFound, renderTools } from '../shares/share-tools.ts';
import { BOARD_TEXTS } from './board-page-texts.ts';

export interface BoardPageInput extends Pick<SharePageInput, 'entryOf' | 'labels' | 'portraitOf'> {
  /** A path of the same depth as that of the page. */
  readonly path: string;
  readonly language: Language;
  /** The public address of the page. */
  readonly pageUrl: string;
  /** Its names are in `language`. */
  readonly board: SharedBoard;
}

/** The page of a board, complete without its script: students down, members across. */
export function renderBoardPage(input: BoardPageInput): string {
  const { path, language, pageUrl, board } = input;
  const { name, members, students } = board;
  const title = `${name} · Rollbook`;
  const counts = [BOARD_TEXTS.members(members.length), BOARD_TEXTS.students(students.length)];
  const asRoster = toRoster(input);
  const tools = renderTools(asRoster, []);
  return renderPage({
    path,
    language,
    title,
    description: BOARD_TEXTS.summary(members.map(({ player }) => player).join(', '))[language],
    languages: { paths: { ko: '?lang=ko', en: '?lang=en' } },
    style: 'board.css',
    script: 'share.js',
    head: html`<meta name="robots" content="noindex,nofollow">
<meta name="theme-color" content="#0f5fb8">
<link rel="alternate" type="application/json" href="${pageUrl}.json">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Rollbook">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${pageUrl}">`,
    body: html`<main id="content" tabindex="-1">
<header>
<h1><bdi>${name}</bdi></h1>
<p class="meta">${counts.map((count) => html`<span>${count[language]}</span>`)}</p>
</header>
${renderBorrow(input)}
<section aria-labelledby="students">
<h2 id="students" class="visually-hidden">${SHARE_TEXTS.students[language]}</h2>
${students.length === 0 ? html`<p class="none">${BOARD_TEXTS.empty[language]}</p>` : [tools, renderStudents(input, asRoster), tools && renderNoneFound(asRoster)]}
</section>
<footer><p><a href="${pageUrl}.json">${SHARE_TEXTS.json[language]}</a></p></footer>
</main>`,
  });
}

/** For what a page says of students, whoever has them. */
const toRoster = ({ board, ...place }: BoardPageInput): SharePageInput => ({
  ...place,
  roster: { name: board.name, shows: [], updatedAt: '', students: board.students },
});

/** What can be borrowed from whom, one list for each kind of battle. */
function renderBorrow({ language, board }: BoardPageInput): Part {
  const names = new Map(board.students.map(({ studentUid, name }) => [studentUid, name]));
  const slots = BORROW_SLOTS.flatMap((slot) => {
    const borrowed = board.borrow[slot];
    return borrowed === undefined ? [] : [{ slot, borrowed: borrowed.toSorted(compareOwned) }];
  });
  if (slots.length === 0) return undefined;
  const renderBorrowed = (student: BorrowedStudent) =>
    html`<li><b>${names.get(student.studentUid)}</b> ${describe(student, language)} <bdi>${board.members[student.member]?.player}</bdi></li>
`;
  return html`<section class="lent" aria-labelledby="borrow">
<h2 id="borrow">${BOARD_TEXTS.borrow[language]}</h2>
${slots.map(
  ({
    slot,
    borrowed,
  }) => html`<details><summary>${BORROW_SLOT_LABELS[slot][language]} <span>${borrowed.length}</span></summary>
<ul>${borrowed.map(renderBorrowed)}</ul></details>
`,
)}</section>`;
}

/**
 * The cell of each member has a class for its place among them, best first, by which a card orders what a table has in
 * columns.
 */
function renderStudents({ language, board }: BoardPageInput, input: SharePageInput): Html {
  const { members, students } = board;
  // Of thousands of cells, the same in each row.
  const heads = members.map(({ player }) => ({
    name: html`<bdi>${player}</bdi>`,
    none: html`<td class="o${members.length} no"><bdi>${player}</bdi>`,
  }));
  const counts = members.map(
    ({ player }, member) =>
      html`<li><bdi>${player}</bdi> <b>${students.filter(({ of }) => of.some((one) => one.member === member)).length}</b>`,
  );
  return html`<ul class="counts" tabindex="0" aria-label="${BOARD_TEXTS.counts[language]}">${counts}</ul>
<div class="scroll"><table class="students board" role="presentation" data-none="${BOARD_TEXTS.none[language]}" data-close="${BOARD_TEXTS.close[language]}">
<thead><tr><th scope="col">${SHARE_TEXTS.student[language]}${members.map(({ player }) => html`<th scope="col"><bdi>${player}</bdi>`)}</tr>
<tbody role="list" aria-label="${SHARE_TEXTS.students[language]}">
${orderStudents(students).map((student) => renderRow(heads, input, student))}</table></div>`;
}

/** Those of whom the members have raised the most come first. */
const orderStudents = (students: readonly BoardStudent[]): BoardStudent[] => {
  const raised = new Map(
    students.map((student) => [student, student.of.reduce((sum, owned) => sum + 1 + rankStars(owned), 0)]),
  );
  return students.toSorted((one, other) => (raised.get(other) ?? 0) - (raised.get(one) ?? 0));
};

function renderRow(heads: readonly MemberCells[], input: SharePageInput, student: BoardStudent): Html {
  const { language } = input;
  const { studentUid, name, of } = student;
  const shown = { studentUid, name };
  const owned = new Map(of.toSorted(compareOwned).map((one, place) => [one.member, { one, place }]));
  const label = BOARD_TEXTS.owners(name)[language];
  return html`<tr role="listitem"${filterFacts(input, shown)}><th scope="row">${renderFace(input, shown)}<button type="button" aria-label="${label}" aria-haspopup="dialog">${renderName(name)}</button><span class="marks">${renderMarks(input, shown)}</span><span class="owners">${BOARD_TEXTS.of(of.length, heads.length)[language]}</span>${heads.map(
    (head, member) => {
      const found = owned.get(member);
      if (found === undefined) return head.none;
      return html`<td class="o${found.place + 1}">${head.name} ${describe(found.one, language)}`;
    },
  )}</tr>
`;
}

/** What a member's cells have in common. */
interface MemberCells {
  readonly name: Html;
  /** That of a student whom the member does not have or show. */
  readonly none: Html;
}

/** Stars, level, skills and gear, as far as they are shown. */
function describe(student: OwnedStudent, language: Language): Part {
  const rank = rankStars(student);
  const values = SHOWN_GROUPS.map((group) => formatGroup(group, student)).filter((text) => text !== '');
  const stars: Bilingual = rank > 0 ? nameStarRank(rank) : BOARD_TEXTS.has;
  return html`<b>${stars[language]}</b>${values.map((value) => html` <span>${value}</span>`)}`;
}

const SHOWN_GROUPS = VALUE_GROUPS.filter(
  ({ name }) => name === 'level' || name === 'skills' || name === 'gear',
);
const SKILLS = ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'] as const;

/** The one who is raised furthest comes first. */
const compareOwned = (one: OwnedStudent, other: OwnedStudent): number =>
  rankStars(other) - rankStars(one) ||
  (other.level ?? 0) - (one.level ?? 0) ||
  sumSkills(other) - sumSkills(one) ||
  one.member - other.member;

const sumSkills = (student: OwnedStudent): number =>
  SKILLS.reduce((sum, name) => sum + (student[name] ?? 0), 0);
