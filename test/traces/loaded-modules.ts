import { registerHooks } from 'node:module';

/** Says on standard error which modules of OpenTelemetry are loaded. */
registerHooks({
  load(url, context, nextLoad) {
    if (url.includes('@opentelemetry')) process.stderr.write(`loaded ${url}\n`);
    return nextLoad(url, context);
  },
});
