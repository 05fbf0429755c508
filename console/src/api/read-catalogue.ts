import type { Catalogue } from '../../../client/catalogue.ts';
import { readDocument } from './send-request.ts';

let kept: Catalogue | undefined;
let reading: Promise<Catalogue> | undefined;

/** The same object as long as it has not changed. One request for all who ask meanwhile. */
export function readCatalogue(): Promise<Catalogue> {
  reading ??= requestCatalogue().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function requestCatalogue(): Promise<Catalogue> {
  const { content, headers } = await readDocument<Catalogue>('/catalogue.json');
  const modified = Date.parse(headers.get('last-modified') ?? '');
  const date = Number.isNaN(modified) ? undefined : new Date(modified).toISOString().slice(0, 10);
  if (kept?.version !== content.version || kept.date !== date) kept = { ...content, date };
  return kept;
}
