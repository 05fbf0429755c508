import type { Bilingual } from '../../../contract/bilingual.ts';
import type { AppView, KeyView } from '../../../server/keys/views.ts';
import { CONNECTIONS } from '../texts/connection-texts.ts';

/** A key that an app holds, and the player never sees. */
export type ConnectedApp = KeyView & { app: AppView };

/** The connections of one app, the newest first. */
export type Connections = readonly [ConnectedApp, ...ConnectedApp[]];

export const isApp = (key: KeyView): key is ConnectedApp => key.app !== null;

/** The name of a program of this computer that has not said one. */
const UNNAMED = 'localhost';

/** Its host, or what it calls itself. */
export const nameApp = ({ name, app }: ConnectedApp): Bilingual =>
  app.kind === 'local' ? nameLocal(name === UNNAMED ? null : name) : { ko: name, en: name };

export const nameLocal = (name: string | null): Bilingual =>
  name === null ? CONNECTIONS.local : CONNECTIONS.localNamed(name);

/**
 * The connections by app: whoever signs in again, or is allowed more, has another key. Those
 * of programs without a name may be of several, and stay apart.
 */
export function groupByApp(apps: readonly ConnectedApp[]): Connections[] {
  const byApp = Map.groupBy(apps, ({ keyId, name, app: { kind } }) =>
    kind === 'local' && name === UNNAMED ? keyId : `${kind} ${name}`,
  );
  return [...byApp.values()].map(
    (group) => group.toSorted((a, b) => b.issuedAt.localeCompare(a.issuedAt)) as unknown as Connections,
  );
}
