import type { Schema } from '../../contract/schemas.ts';
import { GAME_SERVERS } from '../../game/attributes.ts';
import { bodySchema, NAME } from '../console/body-schemas.ts';

const count: Schema = { type: 'integer', minimum: 0, maximum: 1_000_000 };

export const NOTE_IMPORT_BODY = bodySchema({
  format: { type: 'string', minLength: 1, maxLength: 20 },
  registered: count,
  changed: count,
  removed: count,
});

export const CHANGE_ACCOUNT_BODY: Schema = {
  ...bodySchema({ name: NAME, gameServer: { type: 'string', enum: [...GAME_SERVERS] } }, [
    'name',
    'gameServer',
  ]),
  minProperties: 1,
};
