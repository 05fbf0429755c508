import { RATE_LIMITS } from '../../contract/limits.ts';
import { shippedCatalogue } from '../catalogue/catalogue.ts';
import type { ServiceInfo } from './guide/section.ts';

/** What the documents say of a server with its defaults, where none runs. */
export const defaultService = (): ServiceInfo => ({
  baseUrl: 'http://127.0.0.1:8787/v1',
  docsUrl: 'http://127.0.0.1:8787/docs',
  limits: { read: RATE_LIMITS.read.perWindow, write: RATE_LIMITS.write.perWindow },
  connectsApps: true,
  served: { catalogue: shippedCatalogue(), importedAt: null, importedVersion: undefined },
});
