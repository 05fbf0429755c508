import { MAX_QUERY_LENGTH } from '../contract/limits.ts';
import { foldName } from '../contract/text-folding.ts';
import { SearchListing } from './listing.ts';
import { type Candidate, RollbookError } from './rollbook-error.ts';
import type { CallOptions, Transport } from './transport.ts';

const MAX_SUGGESTIONS = 10;

/** A student that a search found. */
export interface StudentSummary {
  studentUid: string;
  /** In Korean. */
  name: string;
}

/** A student of the game. */
export interface CatalogueStudent {
  /** The representative UID. */
  studentUid: string;
  /** In Korean, Japanese and English. */
  names: { ko: string; ja: string; en: string };
  /** Other names, in any language. */
  aliases: string[];
  /** UIDs of other forms, which mean the same student. */
  forms: string[];
}

/** All students of the game. */
export interface Catalogue {
  /** Another one after each change. */
  version: string;
  students: CatalogueStudent[];
}

/** The students of the game, recruited or not. */
export class Students {
  readonly #transport: Transport;
  #catalogue: { body: Catalogue; etag: string | undefined } | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The best matches first. Await it for a page of them, or iterate over all; each page is one read. */
  search(query: string, options: CallOptions = {}): SearchListing<StudentSummary> {
    return new SearchListing(this.#transport, '/students', { query }, options);
  }

  /**
   * The one student with this name, alias or UID, in any language. Throws `ambiguous_name` or `not_found` otherwise, and
   * `invalid_request` if the name is empty.
   */
  async resolve(name: string, options: CallOptions = {}): Promise<CatalogueStudent> {
    const wanted = foldName(name);
    if (wanted === '')
      throw new RollbookError(
        'invalid_request',
        'The name is empty, or nothing but punctuation. Pass a name, an alias or a UID of a student.',
      );
    const { students } = await this.catalogue(options);
    const matches = students.filter(({ studentUid, names, aliases, forms }) =>
      [studentUid, ...forms, ...Object.values(names), ...aliases].some((known) => foldName(known) === wanted),
    );
    const [student] = matches;
    if (student !== undefined && matches.length === 1) return student;
    const candidates = matches.length > 0 ? matches.map(toCandidate) : await this.#suggest(name, options);
    const list = candidates.map(({ studentUid, name }) => `${name} (${studentUid})`).join(', ');
    throw matches.length > 0
      ? new RollbookError('ambiguous_name', `Several students are named ${name}: ${list}.`, { candidates })
      : new RollbookError(
          'not_found',
          `No student is named ${name}. ${list === '' ? 'Look for a part of the name.' : `Similar: ${list}.`}`,
          { candidates },
        );
  }

  /** Every student. Kept, and asked for again only if it has changed. */
  async catalogue(options: CallOptions = {}): Promise<Catalogue> {
    const received = await this.#transport.fetchPublic('/catalogue.json', this.#catalogue?.etag, options);
    if (received !== undefined) this.#catalogue = { body: received.body as Catalogue, etag: received.etag };
    return (this.#catalogue as { body: Catalogue }).body;
  }

  async #suggest(name: string, { signal }: CallOptions): Promise<Candidate[]> {
    const query = [...name].slice(0, MAX_QUERY_LENGTH).join('');
    if (query === '') return [];
    const { students } = await this.#transport.send<{ students: StudentSummary[] }>({
      method: 'GET',
      path: '/students',
      query: { query, limit: String(MAX_SUGGESTIONS) },
      signal,
    });
    return students;
  }
}

const toCandidate = ({ studentUid, names }: CatalogueStudent): Candidate => ({ studentUid, name: names.ko });
