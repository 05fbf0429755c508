import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { successfulRequests } from './load.ts';

/** Runs autocannon with the options from standard input and prints the measured rate and p99 as JSON. */
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
    rate: successfulRequests(result['2xx'] + failed, failed) / result.duration,
    p99: result.latency.p99,
  }),
);
