import { LoadFailure } from './notice.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface Props {
  /** About as many as there will be. */
  rows: number;
  error: unknown;
  onRetry: () => void;
}

/** In place of what is not loaded: that it is coming, or why it is not. */
export const Pending = ({ rows, error, onRetry }: Props) =>
  error === undefined ? <SkeletonRows rows={rows} /> : <LoadFailure error={error} onRetry={onRetry} />;
