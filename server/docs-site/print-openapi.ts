import { defaultService } from './default-service.ts';
import { betaOpenApi, openApi } from './openapi.ts';

/** Prints openapi.json, or that of /beta, without a server: for linters and code generators. */
const describe = process.argv[2] === 'beta' ? betaOpenApi : openApi;
process.stdout.write(`${JSON.stringify(describe(defaultService()), null, 2)}\n`);
