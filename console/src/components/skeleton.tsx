import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';

/** Rows in the size of what is being loaded. */
export const SkeletonRows = ({ rows }: { rows: number }) => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">{translate(COMMON.loading)}</span>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} aria-hidden="true">
        <i />
        <i />
      </div>
    ))}
  </div>
);
