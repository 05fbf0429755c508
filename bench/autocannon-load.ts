import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { served } from './load.ts';

/** Reads what to send from standard input, sends it, and prints what was measured. */
const { url, requests, seconds, connections } = JSON.parse(await text(process.stdin));
const result = await autocannon({
  url,
  requests,
  duration: seconds,
  connections,
});
const failed = result.non2xx + result.errors;
process.stdout.write(
  JSON.stringify({
    rate: served(result['2xx'] + failed, failed) / result.duration,
    p99: result.latency.p99,
  }),
);
