import { openApi } from './openapi.ts';

/** For linters and generators that want the description without a server. */
process.stdout.write(
  `${JSON.stringify(openApi('http://127.0.0.1:8787/v1', 'http://127.0.0.1:8787/docs'), null, 2)}\n`,
);
