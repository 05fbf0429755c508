import { registerHooks } from 'node:module';

/** Prints each loaded OpenTelemetry module to standard error. */
registerHooks({
  load(url, context, nextLoad) {
    if (url.includes('@opentelemetry')) process.stderr.write(`loaded ${url}\n`);
    return nextLoad(url, context);
  },
});
