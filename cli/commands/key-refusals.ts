import { accountNotFound } from '../../server/accounts/accounts.ts';
import { UserError } from '../../server/errors/user-error.ts';
import { type KeyRefusal, latestExpiry } from '../../server/keys/keys.ts';

/** Why a key was not issued, rotated or revoked. `id` is that of the account or key that the command names. */
export function explainKeyRefusal(refusal: KeyRefusal, id: string): UserError {
  switch (refusal) {
    case 'expiry-past':
      return new UserError('A key cannot expire in the past. Name a later moment.');
    case 'expiry-late':
      return new UserError(
        `A key lasts a year at most, until ${new Date(latestExpiry(Date.now())).toISOString()}. Name an earlier moment.`,
      );
    case 'key-expired':
    case 'key-revoked':
      return new UserError(
        `The key ${id} is ${refusal === 'key-expired' ? 'expired' : 'revoked'}: there is nothing to rotate. \`rollbook key issue\` makes a new one.`,
      );
    case 'key-of-app':
      return new UserError(
        `The key ${id} is that of a connected app, which nobody has seen. Revoke it, and let the app connect again.`,
      );
    case 'no-key':
      return new UserError(
        `There is no key ${id}. \`rollbook key list --account ID\` shows those of an account.`,
      );
    // The operator's commands have neither a limit nor a session that could end.
    case 'limit-reached':
    case 'caller-ended':
    case 'no-account':
      return accountNotFound(id);
  }
}
