import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Reads with one request after the other until it is told to stop, and posts how long each took, in milliseconds. */
const { url, key } = workerData as { url: string; key: string };
/** What a read that is refused counts as. */
const REFUSED_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const took: number[] = [];
let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});

const read = () =>
  new Promise<void>((resolve, reject) => {
    const startedAt = performance.now();
    get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      const { statusCode } = response;
      if (statusCode !== 200 && statusCode !== 503) reject(new Error(`a read was answered ${statusCode}`));
      response.resume().once('end', () => {
        took.push(statusCode === 503 ? REFUSED_MS : performance.now() - startedAt);
        resolve();
      });
    }).once('error', reject);
  });

while (!isStopped) {
  await read();
  await new Promise((resolve) => setTimeout(resolve, 2));
}
agent.destroy();
parentPort?.postMessage(took);
