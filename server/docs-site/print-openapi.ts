import { RATE_LIMITS } from '../../contract/limits.ts';
import { shippedCatalogue } from '../catalogue/catalogue.ts';
import { betaOpenApi, openApi } from './openapi.ts';

/** Prints openapi.json, or that of /beta, without a server: for linters and code generators. */
const describe = process.argv[2] === 'beta' ? betaOpenApi : openApi;
const document = describe({
  baseUrl: 'http://127.0.0.1:8787/v1',
  docsUrl: 'http://127.0.0.1:8787/docs',
  limits: { read: RATE_LIMITS.read.perWindow, write: RATE_LIMITS.write.perWindow },
  served: { catalogue: shippedCatalogue(), importedAt: null, importedVersion: undefined },
});
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
