import { foreignNotices, foreignPlaceholders, isUntouchedIn, readForeignState } from './foreign-fields.ts';
import { ownValue } from './parse-json.ts';
import type { StatedRow } from './read-row.ts';
import type { RosterReader } from './roster-reader.ts';

export const readYuzuTrends: RosterReader = (text) => {
  const plans = text.kind === 'json' ? ownValue(text.value, 'globalPlans') : undefined;
  if (!Array.isArray(plans)) return undefined;
  return {
    rows: readPlans(plans),
    warnings: foreignNotices('yuzutrends'),
    placeholders: foreignPlaceholders('yuzutrends'),
    isUntouched: isUntouchedIn('yuzutrends'),
  };
};

function* readPlans(plans: unknown[]): Generator<StatedRow> {
  for (const plan of plans)
    yield { uid: ownValue(plan, 'studentId'), ...readForeignState('yuzutrends', ownValue(plan, 'current')) };
}
