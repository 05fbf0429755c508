import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { AppView } from '../../../../server/apps/app-views.ts';
import type { KeyView } from '../../../../server/keys/key-views.ts';
import { CONNECTIONS } from '../../texts/connection-texts.ts';

/** A key that an app holds, and the player never sees. */
export type ConnectedApp = KeyView & { app: AppView };

export const isApp = (key: KeyView): key is ConnectedApp => key.app !== null;

/** Its host, or what it calls itself. */
export const nameApp = ({ name }: KeyView): Bilingual =>
  name === '' ? CONNECTIONS.local : { ko: name, en: name };
