import type { Schema } from '../../contract/schemas.ts';
import { bodySchema } from '../console/body-schemas.ts';
import { MAX_INVITE_USES } from '../sign-in/invites.ts';

const MAX_INVITE_DAYS = 365;

export const CREATE_INVITE_BODY = bodySchema({
  uses: { type: 'integer', minimum: 1, maximum: MAX_INVITE_USES } satisfies Schema,
  days: { type: 'integer', minimum: 1, maximum: MAX_INVITE_DAYS } satisfies Schema,
});
