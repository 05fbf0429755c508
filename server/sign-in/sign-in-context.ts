import type { ConsoleContext } from '../console/console-context.ts';
import type { createPasskeys } from './passkeys.ts';

export interface SignInContext extends ConsoleContext {
  readonly passkeys: ReturnType<typeof createPasskeys>;
}
