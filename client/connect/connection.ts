import type { Area } from '../../contract/areas.ts';

/** The key of a connected app: `new Rollbook(connection)`. */
export interface Connection {
  /** The address of the API, which ends in /v1. */
  readonly baseUrl: string;
  /** A key that the player never sees. It ends 90 days after its last use, or when the player ends it. */
  readonly apiKey: string;
  /** The areas that the player allows, which may be fewer than the app asked for. */
  readonly areas: readonly Area[];
}
