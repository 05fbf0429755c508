// `rollbook serve`, which offers its operator the source of a test in place of SchaleDB's site: data/ and images/ at the
// origin that the environment names.
import { serveCommand } from '../cli/serve.ts';
import { readConfig } from '../server/config.ts';
import { openStore } from '../server/store/open-store.ts';

const { TEST_FETCH_ORIGIN: origin } = process.env;
const config = readConfig(process.env);
const opened = await openStore(config.database, { create: true, migrate: true });
await serveCommand(
  { ...opened, config, options: {}, flags: new Set(), json: false },
  { catalogue: `${origin}/data/`, portraits: `${origin}/images/` },
);
await opened.store.close();
