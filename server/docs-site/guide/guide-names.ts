import { contractNames } from './contract-names.ts';
import { errorNames } from './error-names.ts';
import { exampleNames } from './example-names.ts';
import type { Names } from './fill-names.ts';
import { layoutNames } from './layout-names.ts';
import { sampleNames } from './sample-names.ts';
import type { GuideContext } from './section.ts';
import { tableRows } from './table-rows.ts';
import { valueNames } from './value-names.ts';

/** Everything that the guide's text can put in by name. */
export function guideNames(guide: GuideContext): Names {
  const values = { ...valueNames(guide), ...contractNames(guide) };
  return {
    ...values,
    ...tableRows(guide),
    ...sampleNames(guide, values),
    ...exampleNames(guide),
    ...errorNames(guide),
    ...layoutNames(guide),
  };
}
