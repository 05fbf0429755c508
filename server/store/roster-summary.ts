/** The sums of a roster, by which growth is shown. A value that is not known counts for nothing. */
export interface RosterSummary {
  recruited: number;
  levelSum: number;
  /** How many levels are known. */
  levelCount: number;
  uniqueWeapons: number;
  bondSum: number;
}
