/** What is there to buy: what a unit of each costs, and how much of each need it meets. */
export interface Offer {
  readonly cost: number;
  readonly gains: readonly number[];
}

const TOLERANCE = 1e-9;
/** Costs that differ a little end ties, in which the simplex method could run in circles. */
const TIE_BREAK = 1e-7;

/**
 * How much of each offer meets all needs at the least cost: the simplex method on the dual program, whose first corner is
 * zero because no cost is negative. Each need must be met by some offer.
 */
export function findLeastCost(offers: readonly Offer[], needs: readonly number[]): number[] {
  const prices = needs.length;
  const rows = offers.map(({ cost, gains }, i) => [
    ...gains,
    cost * (1 + (TIE_BREAK * (i + 1)) / offers.length),
  ]);
  const objective = [...needs.map((need) => -need), 0];
  const table = [...rows, objective];
  /** What each row and column stands for: an offer by its number, a price by one that is negative. */
  const basis = offers.map((_, i) => i);
  const free = needs.map((_, j) => -1 - j);
  for (;;) {
    const column = indexOfLeast(objective.slice(0, prices));
    if (column === undefined || at(objective, column) >= -TOLERANCE) break;
    const row = indexOfLeast(
      rows.map((row) =>
        at(row, column) > TOLERANCE ? at(row, prices) / at(row, column) : Number.POSITIVE_INFINITY,
      ),
    );
    if (row === undefined) throw new RangeError('a need is met by no offer');
    pivot(table, row, column);
    [basis[row], free[column]] = [at(free, column), at(basis, row)];
  }
  const amounts = offers.map(() => 0);
  for (const [j, offer] of free.entries()) if (offer >= 0) amounts[offer] = at(objective, j);
  return amounts;
}

/** Exchanges what a row and a column stand for. */
function pivot(table: readonly number[][], row: number, column: number): void {
  const pivotRow = table[row] ?? [];
  const divisor = at(pivotRow, column);
  pivotRow[column] = 1;
  for (const [j, value] of pivotRow.entries()) pivotRow[j] = value / divisor;
  for (const other of table) {
    const factor = at(other, column);
    if (other === pivotRow || factor === 0) continue;
    other[column] = 0;
    for (const [j, value] of pivotRow.entries()) other[j] = at(other, j) - factor * value;
  }
}

/** Undefined if all are infinite. */
function indexOfLeast(values: readonly number[]): number | undefined {
  const least = Math.min(...values);
  return least === Number.POSITIVE_INFINITY ? undefined : values.indexOf(least);
}

const at = (values: readonly number[], i: number): number => values[i] ?? 0;
