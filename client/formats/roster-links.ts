import { LINKED_STUDENTS } from './linked-students.ts';

/** The sites that take a roster in their address. It says who is recruited, and nothing else. */
export const LINK_SITES = {
  bamystudents: { name: 'These are my students', host: 'bamystudents.netlify.app' },
  midokuni: { name: 'Midokuni Roster', host: 'hina.loves.midokuni.com' },
} as const;
export type LinkSite = keyof typeof LINK_SITES;

/** A roster as an address of another site. */
export interface RosterLink {
  url: string;
  /** The UIDs of the students whom the site does not have, so that the address cannot say them. */
  unlisted: string[];
}

interface LinkWriter {
  isListed: (uid: string) => boolean;
  /** The address from the first slash on, of students who are listed. */
  write: (uids: ReadonlySet<string>) => string;
}

const LISTED: ReadonlySet<string> = new Set(LINKED_STUDENTS);

const WRITERS: Readonly<Record<LinkSite, LinkWriter>> = {
  bamystudents: { isListed: (uid) => LISTED.has(uid), write: (uids) => `/${writeBits(uids)}` },
  midokuni: { isListed: (uid) => GROUPED_UID.test(uid), write: (uids) => `/Tool/Roster${writeQuery(uids)}` },
};

/** Writes the address at which a site shows these students. `forms` has the UIDs of other forms by student UID. */
export function writeRosterLink(
  site: LinkSite,
  studentUids: Iterable<string>,
  forms: ReadonlyMap<string, readonly string[]> = new Map(),
): RosterLink {
  const firstForms = new Map(
    Array.from(forms, ([uid, others]) => others.map((form) => [form, uid] as const)).flat(),
  );
  const uids = [...new Set(Array.from(studentUids, (uid) => firstForms.get(uid) ?? uid))];
  const { isListed, write } = WRITERS[site];
  return {
    url: `https://${LINK_SITES[site].host}${write(new Set(uids.filter(isListed)))}`,
    unlisted: uids.filter((uid) => !isListed(uid)),
  };
}

const BITS = 6;
const BITS_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A bit for each student, the first one highest. Of a text that is longer, the second half is read as favourites. */
function writeBits(uids: ReadonlySet<string>): string {
  return Array.from({ length: Math.ceil(LINKED_STUDENTS.length / BITS) }, (_, place) => {
    const bits = Array.from({ length: BITS }, (_, bit) =>
      uids.has(LINKED_STUDENTS[place * BITS + bit] ?? ''),
    );
    return BITS_ALPHABET.charAt(bits.reduce((value, isOwned) => 2 * value + Number(isOwned), 0));
  }).join('');
}

const GROUPED_UID = /^(10|13|16|20|23|26)(\d{3})$/;
/** No digit has to be escaped in a query. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.~';
/** Each student is a digit of this base: 0 for none, 1 for selected, above it marks of the site. */
const STATES = 5n;

/** A number for each group of UIDs, whose digits are its students, the lowest UID lowest. */
function writeQuery(uids: ReadonlySet<string>): string {
  const numbers = new Map<string, bigint>();
  for (const uid of [...uids].sort()) {
    const [, group = '', index = ''] = GROUPED_UID.exec(uid) ?? [];
    numbers.set(group, (numbers.get(group) ?? 0n) + STATES ** BigInt(index));
  }
  const parameters = Array.from(numbers, ([group, number]) => `s${group}=${writeNumber(number)}`);
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

function writeNumber(number: bigint): string {
  const base = BigInt(DIGITS.length);
  let text = '';
  for (let rest = number; rest > 0n; rest /= base) text = DIGITS.charAt(Number(rest % base)) + text;
  return text;
}
