/** What is known of a student beside the names. Codes are English and stable; `AttributeLabels` has their names. */
export interface StudentAttributes {
  school?: string;
  club?: string;
  /** The stars with which she is recruited. */
  star?: number;
  attack?: string;
  armor?: string;
  role?: string;
  /** The role of another form. */
  roleAlt?: string;
  position?: string;
  squad?: string;
  weapon?: string;
  terrain?: Record<Terrain, TerrainRank>;
  /** The terrain that the unique weapon improves. */
  terrainUp?: Terrain;
  recruit?: string;
  /** Days, as YYYY-MM-DD; null is not known. */
  released?: string | null;
  releasedGlobal?: string | null;
  /** She is out on global, on a day that is not known. */
  outGlobal?: true;
  /** As MM-DD; null is not known. */
  birthday?: string | null;
  /** The kinds of the three equipment slots. */
  equipment?: readonly string[];
  /** The servers on which her favourite item is out; null if she has none. */
  special?: { readonly servers: readonly GameServer[] } | null;
}

/** A build of the game: Japan, where students come first, and everywhere else. */
export type GameServer = 'jp' | 'global';
export const GAME_SERVERS = ['jp', 'global'] as const satisfies GameServer[];

export const TERRAINS = ['street', 'outdoor', 'indoor'] as const;
export type Terrain = (typeof TERRAINS)[number];
/** From the worst to the best. */
export const TERRAIN_RANKS = ['D', 'C', 'B', 'A', 'S', 'SS'] as const;
export type TerrainRank = (typeof TERRAIN_RANKS)[number];

/** The attributes that are one code. */
export const CODE_ATTRIBUTES = [
  'school',
  'club',
  'attack',
  'armor',
  'role',
  'position',
  'squad',
  'weapon',
  'recruit',
] as const satisfies (keyof StudentAttributes)[];
export type CodeAttribute = (typeof CODE_ATTRIBUTES)[number];

/** The tables of labels that the attributes of students name. */
export const LABEL_TABLES = [...CODE_ATTRIBUTES, 'terrain', 'equipment'] as const;
export type LabelTable = (typeof LABEL_TABLES)[number];

export interface Label {
  readonly ko: string;
  readonly ja: string;
  readonly en: string;
}

/** Labels by code. */
export type AttributeLabels = Readonly<Record<LabelTable, Readonly<Record<string, Label>>>>;

/** The codes of a student's attribute: two of the role where another form has another one. */
export const codesOf = (attributes: StudentAttributes, attribute: CodeAttribute): string[] =>
  [attributes[attribute], attribute === 'role' ? attributes.roleAlt : undefined].filter(
    (code) => code !== undefined,
  );

/** How long after the release in Japan a student without a known date counts as out on the other servers. */
const GLOBAL_DELAY_DAYS = 300;
const DAY_MS = 86_400_000;

/**
 * When a student comes out on a server. An unknown date is not a no: in Japan everybody counts as out, elsewhere who is
 * said to be, who came out in Japan long enough ago, and of whom nothing is said. -Infinity for who is out, nobody says
 * since when; Infinity for who is not to come yet.
 */
export function releasedAt(
  { released, releasedGlobal, outGlobal }: StudentAttributes,
  server: GameServer,
): number {
  if (server === 'jp') return released ? Date.parse(released) : -Infinity;
  if (releasedGlobal) return Date.parse(releasedGlobal);
  if (outGlobal || releasedGlobal === undefined) return -Infinity;
  return released ? Date.parse(released) + GLOBAL_DELAY_DAYS * DAY_MS : Infinity;
}

/** Whether a student can be recruited on a server. */
export const isReleased = (attributes: StudentAttributes, server: GameServer, today: number): boolean =>
  releasedAt(attributes, server) <= today;

const NEW_DAYS = 14;

/** As `/catalogue.json` has her. */
interface DatedStudent {
  readonly attributes: StudentAttributes;
  /** Since when she is in the catalogue, and in it as out on the global server. */
  readonly added?: string;
  readonly addedGlobal?: string;
}

/** Whether a student has come out on a server in the last two weeks, or is in its catalogue as out for so long. */
export function isNewStudent(
  { attributes, added, addedGlobal = added }: DatedStudent,
  server: GameServer,
  today: number,
): boolean {
  const since = server === 'jp' ? added : addedGlobal;
  const at = Math.max(releasedAt(attributes, server), since === undefined ? -Infinity : Date.parse(since));
  return at <= today && today < at + NEW_DAYS * DAY_MS;
}

/** Whether she has a favourite item on the server; undefined if that is not known. */
export const hasFavouriteItem = ({ special }: StudentAttributes, server: GameServer): boolean | undefined =>
  special === undefined ? undefined : (special?.servers.includes(server) ?? false);
