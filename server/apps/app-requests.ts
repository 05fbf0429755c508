import { hash } from 'node:crypto';
import { type Area, formatAreas, parseAreas } from '../../contract/areas.ts';
import { isFuture, isInFuture } from '../store/clock-jump.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';
import type { AllowedApp } from './app-keys.ts';

/** An expired request answers differently from an unknown one for this long. */
const RETENTION_MS = 60 * 60_000;

/** An app that asks to be connected, or was let in and fetches its key. */
export interface AppRequest {
  /** The digest of the code that the player types, or that the browser carries. */
  readonly digest: string;
  readonly clientId: string;
  readonly name: string;
  readonly areas: readonly Area[];
  /** The S256 challenge of what only the app knows. */
  readonly proof: string;
  readonly redirectUri: string | null;
  readonly place: string | null;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly intervalSeconds: number;
  readonly polledAt: number | null;
  readonly answer: 'allowed' | 'denied' | null;
  readonly accountId: string | null;
  readonly keyId: string | null;
}

export const STATEMENTS = defineStatements({
  insertAppRequest: `INSERT INTO app_request (digest, client_id, name, areas, proof, redirect_uri, place, asked_at,
      expires_at, interval_seconds, answer, account_id, key_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
  findAppRequest: `SELECT digest, client_id AS "clientId", name, areas, proof, redirect_uri AS "redirectUri", place,
      asked_at AS "askedAt", expires_at AS "expiresAt", interval_seconds AS "intervalSeconds", polled_at AS "polledAt",
      answer, account_id AS "accountId", key_id AS "keyId" FROM app_request WHERE digest = $1`,
  notePoll: 'UPDATE app_request SET polled_at = $2, interval_seconds = $3 WHERE digest = $1',
  /**
   * Changes nothing if the request was answered, or has expired at $5. $7: until when an app that is let in may fetch its
   * key; null leaves the expiry.
   */
  answerAppRequest: `UPDATE app_request SET answer = $2, account_id = $3, key_id = $4, areas = coalesce($6, areas),
      expires_at = coalesce(CAST($7 AS bigint), expires_at)
    WHERE digest = $1 AND answer IS NULL AND expires_at > $5 AND NOT ${isFuture('asked_at', '$5')}`,
  deleteExpiredAppRequests: 'DELETE FROM app_request WHERE expires_at <= $1',
});

export const digestOf = (code: string): string => hash('sha256', code, 'hex');
/** RFC 7636, S256. */
export const proofOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

/** Fails if there is one with this code. */
export const insertAppRequest = (request: AppRequest): Step =>
  requiredStep(
    STATEMENTS.insertAppRequest,
    request.digest,
    request.clientId,
    request.name,
    formatAreas(request.areas),
    request.proof,
    request.redirectUri,
    request.place,
    request.askedAt,
    request.expiresAt,
    request.intervalSeconds,
    request.answer,
    request.accountId,
    request.keyId,
  );

/** False if there is one with this code. */
export const saveAppRequest = (database: Database, request: AppRequest): Promise<boolean> =>
  succeeds(database.write('saveAppRequest', [insertAppRequest(request)]));

export async function findAppRequest(database: Database, digest: string): Promise<AppRequest | undefined> {
  const found = await readOne<Omit<AppRequest, 'areas'> & { areas: string }>(
    database,
    STATEMENTS.findAppRequest,
    digest,
  );
  return found && { ...found, areas: parseAreas(found.areas) };
}

/** Also one that was asked for in the future, by a clock that was wrong: it would be open until then. */
export const hasExpired = ({ askedAt, expiresAt }: AppRequest, at: number): boolean =>
  expiresAt <= at || isInFuture(askedAt, at);

export async function notePoll(
  database: Database,
  digest: string,
  at: number,
  intervalSeconds: number,
): Promise<void> {
  await database.write('notePoll', [step(STATEMENTS.notePoll, digest, at, intervalSeconds)]);
}

/** Fails if the request was answered or has expired. */
export const allowAppRequest = (
  digest: string,
  accountId: string,
  { keyId, areas, expiresAt }: Pick<AllowedApp, 'keyId' | 'areas' | 'expiresAt'>,
  at: number,
): Step =>
  requiredStep(
    STATEMENTS.answerAppRequest,
    digest,
    'allowed',
    accountId,
    keyId,
    at,
    formatAreas(areas),
    expiresAt,
  );

/** False if the request was answered or has expired. */
export const denyAppRequest = (database: Database, digest: string, at: number): Promise<boolean> =>
  succeeds(
    database.write('denyAppRequest', [
      requiredStep(STATEMENTS.answerAppRequest, digest, 'denied', null, null, at, null, null),
    ]),
  );

export const deleteExpiredAppRequests = (now: number): Step =>
  step(STATEMENTS.deleteExpiredAppRequests, now - RETENTION_MS);
