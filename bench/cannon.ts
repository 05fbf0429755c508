import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

/** Reads what to send from standard input, sends it, and prints what was measured. */
const { url, requests, seconds, connections } = JSON.parse(await text(process.stdin));
const result = await autocannon({
  url,
  requests,
  duration: seconds,
  connections,
});
if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
process.stdout.write(JSON.stringify({ rate: result['2xx'] / result.duration, p99: result.latency.p99 }));
