import { MAX_UID_LENGTH } from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';
import { BORROW_SLOTS, MAX_BORROWED_OF_SLOT, SHARE_PICTURE, SHARED_PARTS } from '../../contract/shares.ts';
import { bodySchema, NAME } from '../console/body-schemas.ts';

/** More than the game has students. */
const MAX_CHOSEN = 2_000;

const uid: Schema = { type: 'string', minLength: 1, maxLength: MAX_UID_LENGTH };
const borrowed: Schema = {
  type: 'array',
  items: uid,
  minItems: 1,
  maxItems: MAX_BORROWED_OF_SLOT,
  uniqueItems: true,
};

/** `ShareSettings`. */
export const SHARE_BODY = bodySchema({
  name: NAME,
  shows: { type: 'array', items: { type: 'string', enum: SHARED_PARTS }, uniqueItems: true },
  students: { type: ['array', 'null'], items: uid, minItems: 1, maxItems: MAX_CHOSEN, uniqueItems: true },
  showsPlayer: { type: 'boolean' },
  borrow: bodyObject(Object.fromEntries(BORROW_SLOTS.map((slot) => [slot, borrowed]))),
  expiresAt: { type: ['string', 'null'], minLength: 1, maxLength: 40 },
});

/** Base64 takes four characters for three bytes. */
export const PICTURE_BODY = bodySchema({
  image: { type: 'string', minLength: 1, maxLength: Math.ceil(SHARE_PICTURE.maxBytes / 3) * 4 },
});

function bodyObject(properties: Record<string, Schema>): Schema {
  return bodySchema(properties, Object.keys(properties));
}
