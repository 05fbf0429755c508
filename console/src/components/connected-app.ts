import type { Bilingual } from '../../../contract/bilingual.ts';
import type { AppView, KeyView } from '../../../server/keys/views.ts';
import { CONNECTIONS } from '../texts/connection-texts.ts';

/** A key that an app holds, and the player never sees. */
export type ConnectedApp = KeyView & { app: AppView };

export const isApp = (key: KeyView): key is ConnectedApp => key.app !== null;

/** Its host, or what it calls itself, which is not known of a program of this computer. */
export const nameApp = ({ name, app }: ConnectedApp): Bilingual =>
  app.kind === 'local' ? CONNECTIONS.local : { ko: name, en: name };
