import type { Schema } from '../../contract/schemas.ts';
import { bodySchema } from '../console/body-schemas.ts';

const token: Schema = { type: 'string', minLength: 1, maxLength: 100 };
const shareId: Schema = { type: 'string', minLength: 1, maxLength: 100 };

export const INVITATION_BODY = bodySchema({ token });
export const JOIN_BODY = bodySchema({ token, shareId });
export const PLACE_BODY = bodySchema({ shareId });
