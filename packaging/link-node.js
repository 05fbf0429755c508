// Lets npm's scripts run on the Node that `npm ci` has installed. npm before 11.6 deletes its link with the packages of
// the other platforms, which have a program of the same name. JavaScript, because an older Node may run this.
import { existsSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';

const { optionalDependencies } = createRequire(import.meta.url)('../package.json');
const link = new URL('../node_modules/.bin/node', import.meta.url);
const program = Object.keys(optionalDependencies)
  .map((name) => `../${name}/bin/node`)
  .find((path) => existsSync(new URL(path, link)));
if (program !== undefined && !existsSync(link)) symlinkSync(program, link);
