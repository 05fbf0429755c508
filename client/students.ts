import { CATALOGUE_PATH } from '../contract/api-paths.ts';
import { quoteText } from '../contract/quoted-text.ts';
import type { AttributeLabels } from '../game/attributes.ts';
import { foldName } from '../game/text-folding.ts';
import { isCatalogue, isPageOfSummaries } from './answer-checks.ts';
import type { StudentSummary } from './answers.ts';
import type { ApiPromise, CallOptions } from './call.ts';
import type { Catalogue, CatalogueStudent } from './catalogue.ts';
import { listNames, noteCatalogueDate } from './describe-students.ts';
import { findByName } from './find-by-name.ts';
import { KeptDocument } from './kept-document.ts';
import { SearchListing } from './listing.ts';
import { type Candidate, RollbookError } from './rollbook-error.ts';
import type { Transport } from './transport.ts';

/** The students of the game, recruited or not. */
export class Students {
  readonly #transport: Transport;
  readonly #catalogue: KeptDocument<Catalogue>;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.#catalogue = new KeptDocument(transport, CATALOGUE_PATH, isCatalogue, complete);
  }

  /** Searches the students, the best matches first. Await it for a page of them, or iterate over all; each page is one read. */
  search(query: string, options: CallOptions = {}): SearchListing<StudentSummary> {
    return new SearchListing(this.#transport, '/students', { query }, isPageOfSummaries, options);
  }

  /**
   * The one student with this name or UID, in any language, or else with this alias or costume (`NY Haruna`); needs no key.
   * Throws `ambiguous_name` or `not_found` otherwise, with `candidates`, and `invalid_request` if the name is empty.
   */
  resolve(name: string, options: CallOptions = {}): ApiPromise<CatalogueStudent> {
    return this.#transport.call(options, async (context) => {
      checkName(name);
      return resolveStudent(name, await this.catalogue(context));
    });
  }

  /** Every student of the game. Kept, and asked for again only if it has changed. */
  catalogue(options: CallOptions = {}): ApiPromise<Catalogue> {
    return this.#transport.call(options, (context) => this.#catalogue.read(context));
  }
}

/** Earlier services say nothing of attributes. */
const complete = ({ version, students, labels }: Catalogue, lastModified: string | undefined): Catalogue => ({
  version,
  students: students.map((student) => ({ ...student, attributes: student.attributes ?? {} })),
  labels: labels ?? ({} as AttributeLabels),
  date: toDay(lastModified),
});

/** `students.resolve` in a catalogue that is there. Similar names are candidates only if `suggests`. */
export function resolveStudent(
  name: string,
  { students, date }: Pick<Catalogue, 'students' | 'date'>,
  suggests = true,
): CatalogueStudent {
  checkName(name);
  const { matches, nearest } = findByName(name, students, suggests);
  const [student] = matches;
  if (student !== undefined && matches.length === 1) return student;
  throw matches.length > 0
    ? new RollbookError(
        'ambiguous_name',
        `Several students are named ${quoteText(name)}: ${listNames(matches)}.`,
        { candidates: matches.map(toCandidate) },
      )
    : new RollbookError(
        'not_found',
        [
          `No student is named ${quoteText(name)}.`,
          ...(nearest.length > 0 ? [`Similar: ${listNames(nearest)}.`] : []),
          ...noteCatalogueDate(date),
        ].join(' '),
        { candidates: nearest.map(toCandidate) },
      );
}

function checkName(name: string): void {
  if (foldName(name) === '')
    throw new RollbookError(
      'invalid_request',
      'The name is empty, or nothing but punctuation. Pass a name, an alias or a UID of a student.',
    );
}

const toCandidate = ({ studentUid, names }: CatalogueStudent): Candidate => ({ studentUid, name: names.ko });

function toDay(lastModified: string | undefined): string | undefined {
  const time = Date.parse(lastModified ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}
