import {
  CODE_ATTRIBUTES,
  type CodeAttribute,
  codesOf,
  type GameServer,
  isReleased,
  type Label,
  type StudentAttributes,
  type Terrain,
  type TerrainRank,
} from './attributes.ts';
import { foldName } from './text-folding.ts';

/** The attributes to filter by whose codes have labels, each in the table of its name. */
export const LABELLED_FILTERS = [...CODE_ATTRIBUTES, 'equipment'] as const;
type LabelledFilter = (typeof LABELLED_FILTERS)[number];

/** Each attribute must have one of its values. */
export type AttributeFilter = { [Name in LabelledFilter]?: readonly string[] } & {
  star?: readonly number[];
} & { [Name in Terrain]?: readonly TerrainRank[] } & { releasedOn?: GameServer };

type ValuesOf = (attributes: StudentAttributes) => readonly unknown[];

const VALUES_OF: Record<Exclude<keyof AttributeFilter, 'releasedOn'>, ValuesOf> = {
  ...(Object.fromEntries(
    CODE_ATTRIBUTES.map((name): [CodeAttribute, ValuesOf] => [
      name,
      (attributes) => codesOf(attributes, name),
    ]),
  ) as Record<CodeAttribute, ValuesOf>),
  equipment: ({ equipment = [] }) => equipment,
  star: ({ star }) => [star],
  street: ({ terrain }) => [terrain?.street],
  outdoor: ({ terrain }) => [terrain?.outdoor],
  indoor: ({ terrain }) => [terrain?.indoor],
};

/** An attribute that is not known has no value; `isReleased` tells what an unknown date means. */
export function meetsFilter(
  attributes: StudentAttributes,
  { releasedOn, ...wanted }: AttributeFilter,
  today: number,
): boolean {
  return (
    (releasedOn === undefined || isReleased(attributes, releasedOn, today)) &&
    Object.entries<readonly unknown[]>(wanted).every(([name, values]) =>
      VALUES_OF[name as keyof typeof wanted](attributes).some((value) => values.includes(value)),
    )
  );
}

/** Finds the code that a text is or that has it as a label, whatever the language. */
export function createCodeFinder(
  labels: Readonly<Record<string, Label>>,
): (text: string) => string | undefined {
  const codes = new Map(
    Object.entries(labels).flatMap(([code, { ko, ja, en }]) =>
      [code, ko, ja, en].map((name) => [foldName(name), code] as const),
    ),
  );
  return (text) => (Object.hasOwn(labels, text) ? text : codes.get(foldName(text)));
}
