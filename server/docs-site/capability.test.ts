import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE_PATH } from '../../contract/paths.ts';
import { incomingRequest } from '../../test/incoming-request.ts';
import { shippedCatalogue } from '../catalogue/catalogue.ts';
import type { CatalogueSnapshot } from '../catalogue/live-catalogue.ts';
import { readConfig } from '../config.ts';
import type { Route } from '../routes/route-table.ts';
import type { Services } from '../services.ts';
import { docs } from './capability.ts';

test('catalogue.json carries the date of the catalogue that it holds, also while another replaces it', async () => {
  const snapshot = (importedAt: number): CatalogueSnapshot => ({
    catalogue: shippedCatalogue(),
    importedAt,
    importedVersion: 'x',
  });
  const former = snapshot(Date.UTC(2026, 0, 1));
  let served = former;
  const urls = { base: () => '', docs: () => '', console: () => '' };
  const services = {
    urls,
    config: readConfig({}),
    catalogue: {
      get current() {
        return served;
      },
    },
    ready: async () => {},
  };
  const rows = docs.rows(services as Services) as readonly Route[];
  const route = rows.find(({ path }) => path === CATALOGUE_PATH);
  const answer = route?.answer(incomingRequest());
  served = snapshot(Date.UTC(2026, 5, 1));
  assert.equal((await answer)?.headers['last-modified'], 'Thu, 01 Jan 2026 00:00:00 GMT');
});
