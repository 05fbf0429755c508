import { MAX_INVITE_DAYS, MAX_INVITE_USES } from '../../contract/invite-limits.ts';
import type { Schema } from '../../contract/schemas.ts';
import { bodySchema } from '../console/body-schemas.ts';

export const CREATE_INVITE_BODY = bodySchema({
  uses: { type: 'integer', minimum: 1, maximum: MAX_INVITE_USES } satisfies Schema,
  days: { type: 'integer', minimum: 1, maximum: MAX_INVITE_DAYS } satisfies Schema,
});

export const FETCH_CHOICE_BODY = bodySchema({ isOn: { type: 'boolean' } satisfies Schema });
