import { openApi } from './openapi.ts';

/** Prints openapi.json without a server, for linters and code generators. */
process.stdout.write(
  `${JSON.stringify(openApi('http://127.0.0.1:8787/v1', 'http://127.0.0.1:8787/docs'), null, 2)}\n`,
);
