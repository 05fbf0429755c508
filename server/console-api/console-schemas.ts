import { MAX_DISPLAY_NAME_LENGTH, MAX_KEY_DAYS, PERMISSIONS } from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';

/** The bodies of the console's requests. Responses of WebAuthn are checked by its library. */
const body = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
  properties,
});

const name: Schema = { type: 'string', minLength: 1, maxLength: MAX_DISPLAY_NAME_LENGTH };
/** Keys may have none. */
const keyName: Schema = { type: 'string', maxLength: MAX_DISPLAY_NAME_LENGTH };
const secret: Schema = { type: 'string', minLength: 1, maxLength: 200 };
const response: Schema = { type: 'object' };

export const EMPTY_BODY = body({});
export const SIGN_IN_BODY = body({ response });
export const SIGN_UP_OPTIONS_BODY = body({ name, invite: secret }, ['invite']);
export const SIGN_UP_BODY = body({ name, passkeyName: name, invite: secret, response }, ['invite']);
export const TOKEN_BODY = body({ token: secret });
export const RECOVERY_BODY = body({ code: secret });
export const ADD_PASSKEY_BODY = body({ name, response });
export const EVICTION_BODY = body({
  keptPasskeys: {
    type: 'array',
    maxItems: 100,
    items: { type: 'string', minLength: 1, maxLength: 1400, pattern: '^[\\w-]+$' },
  },
});
export const RENAME_BODY = body({ name });
const days: Schema = { type: 'integer', minimum: 1, maximum: MAX_KEY_DAYS };
export const ISSUE_KEY_BODY = body({
  name: keyName,
  permission: { type: 'string', enum: PERMISSIONS },
  days,
});
export const ROTATE_KEY_BODY = body(
  { overlapMinutes: { type: 'integer', minimum: 0, maximum: 60 * 24 * 30 }, days },
  ['days'],
);
const count: Schema = { type: 'integer', minimum: 0, maximum: 1_000_000 };
export const NOTE_IMPORT_BODY = body({
  format: { type: 'string', minLength: 1, maxLength: 20 },
  registered: count,
  changed: count,
  removed: count,
});
