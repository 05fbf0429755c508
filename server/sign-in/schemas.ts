import { MAX_APPS } from '../../contract/oauth.ts';
import type { Schema } from '../../contract/schemas.ts';
import { bodySchema, NAME } from '../console/body-schemas.ts';

const secret: Schema = { type: 'string', minLength: 1, maxLength: 200 };
/** The responses of WebAuthn are checked by its library. */
const response: Schema = { type: 'object' };

export const SIGN_IN_BODY = bodySchema({ response });
export const SIGN_UP_OPTIONS_BODY = bodySchema({ name: NAME, invite: secret }, ['invite']);
export const SIGN_UP_BODY = bodySchema({ name: NAME, passkeyName: NAME, invite: secret, response }, [
  'invite',
]);
export const TOKEN_BODY = bodySchema({ token: secret });
export const RECOVERY_BODY = bodySchema({ code: secret });
export const ADD_PASSKEY_BODY = bodySchema({ name: NAME, response });
export const SIGN_OUT_BODY = bodySchema({
  apps: { type: 'array', maxItems: MAX_APPS, items: { type: 'string', maxLength: 100 } },
});
export const EVICTION_BODY = bodySchema({
  keptPasskeys: {
    type: 'array',
    maxItems: 100,
    items: { type: 'string', minLength: 1, maxLength: 1400, pattern: '^[\\w-]+$' },
  },
});
