import type { ConsoleService } from './use-console.ts';

const DELAY_MS = 300 * 86_400_000;

/** Those who are not out on the global server, as far as that is known. */
export const listUnreleased = ({ students }: ConsoleService) =>
  students.filter(({ attributes: { released, releasedGlobal, outGlobal } }) =>
    releasedGlobal === null
      ? !outGlobal && Date.parse(released) + DELAY_MS > Date.now()
      : Date.parse(releasedGlobal) > Date.now(),
  );
