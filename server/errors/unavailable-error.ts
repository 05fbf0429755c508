/** Thrown only if the operation surely wrote nothing, so that it is safe to repeat. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}
