import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { readConfig, SETTING_NAMES, toEnvName } from '../../server/config.ts';
import { SOURCE_FOLDERS } from './layers.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const DATA_FOLDER = '/var/lib/rollbook';
const dockerfile = read('Dockerfile').replaceAll('\\\n', '');
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const imageSettings = Object.fromEntries(
  [...finalStage.matchAll(/(ROLLBOOK_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
);

interface Service {
  environment: Record<string, string | null>;
  profiles?: string[];
  depends_on?: Record<string, object>;
  [property: string]: unknown;
}
const { services, volumes } = parse(read('compose.yaml')) as {
  services: Record<'rollbook' | 'postgres', Service>;
  volumes: object;
};
const { rollbook, postgres } = services;

/** As Compose does: the innermost first, and only what compose.yaml uses. */
function interpolate(text: string, variables: Record<string, string>): string {
  const innermost = /\$\{(\w+)(?:(:[-+])([^{}$]*))?\}/;
  for (let match = innermost.exec(text); match; match = innermost.exec(text)) {
    const [whole, name = '', operator, alternative = ''] = match;
    const value = variables[name] ?? '';
    const chosen = operator === ':+' ? value && alternative : value || alternative;
    text = text.replace(whole, () => chosen);
  }
  return text;
}

/** The environment of the service's container. A variable without a value is passed on if it is set. */
function findEnvironment(variables: Record<string, string> = {}): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(rollbook.environment)
      .filter(([name, value]) => value !== null || variables[name] !== undefined)
      .map(([name, value]) => [name, interpolate(String(value ?? `\${${name}}`), variables)]),
  );
}

test('the linter finds nothing in the Dockerfile', () => {
  assert.deepEqual(
    validate(read('Dockerfile')).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
    [],
  );
});

test('the image runs the compiled service as a numbered user, and checks its health', () => {
  assert.match(finalStage, /^USER [1-9]\d*$/m);
  assert.match(finalStage, /^HEALTHCHECK .*CMD \["rollbook", "health"\]$/m);
  assert.match(finalStage, /^ENTRYPOINT \["rollbook"\]\nCMD \["serve"\]$/m);
  assert.match(finalStage, new RegExp(`^VOLUME ${DATA_FOLDER}$`, 'm'));
  assert.deepEqual(finalStage.match(/^(COPY|ADD) .*$/gm), ['COPY --from=build /opt/rollbook /opt/rollbook']);
  assert.doesNotThrow(() => readConfig(imageSettings));
});

test('the build has what the service is packed from, and no tests', () => {
  const included = read('.dockerignore').split('\n');
  for (const name of [...SOURCE_FOLDERS, 'packaging', 'python', 'CHANGELOG.md', 'LICENSE'])
    assert.ok(included.includes(`!${name}`), name);
  assert.ok(included.includes('**/*.test.ts'));
});

test('compose.yaml passes on every setting, and none that does not exist', () => {
  assert.deepEqual(Object.keys(rollbook.environment).sort(), SETTING_NAMES.map(toEnvName).sort());
  for (const name of Object.keys(rollbook.environment)) {
    const expected = { ROLLBOOK_HOST: '0.0.0.0', ROLLBOOK_PORTRAITS: '/portraits' }[name] ?? 'given';
    assert.equal(findEnvironment({ [name]: 'given' })[name], expected, name);
  }
});

test('compose.yaml with nothing set starts the service alone, on SQLite in its volume, on loopback', () => {
  const config = readConfig({ ...imageSettings, ...findEnvironment() });
  assert.equal(config.database, imageSettings.ROLLBOOK_DATABASE);
  assert.equal(config.database, `sqlite:${DATA_FOLDER}/rollbook.db`);
  assert.equal(config.publicUrl, 'http://localhost:8787');
  const started = Object.entries(services).filter(([, { profiles }]) => profiles === undefined);
  assert.deepEqual(started, [['rollbook', rollbook]]);
  assert.deepEqual(rollbook.depends_on, { postgres: { condition: 'service_healthy', required: false } });
  assert.deepEqual(
    (rollbook.ports as string[]).map((port) => interpolate(port, {})),
    ['127.0.0.1:8787:8787'],
  );
  assert.deepEqual(
    (rollbook.volumes as string[]).map((volume) => interpolate(volume, {})),
    [`rollbook:${DATA_FOLDER}`, '/dev/null:/portraits:ro'],
  );
});

test('the .env of docs/operations.md starts PostgreSQL and connects the service to it', () => {
  const [, lines = ''] = /```sh\n(COMPOSE_PROFILES[^`]*)```/.exec(read('docs/operations.md')) ?? [];
  const variables: Record<string, string> = {};
  for (const line of lines.trim().split('\n')) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    variables[name] = interpolate(value, variables);
  }
  assert.deepEqual(postgres.profiles, [variables.COMPOSE_PROFILES]);
  const { database, counters } = readConfig({ ...imageSettings, ...findEnvironment(variables) });
  const { hostname, username, password, pathname } = new URL(database);
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = postgres.environment;
  assert.deepEqual(
    [hostname, username, pathname, password, counters],
    ['postgres', POSTGRES_USER, `/${POSTGRES_DB}`, variables.POSTGRES_PASSWORD, 'postgres'],
  );
  assert.equal(interpolate(POSTGRES_PASSWORD ?? '', variables), variables.POSTGRES_PASSWORD);
  // PostgreSQL refuses an empty password, so the profile without the database starts nothing.
  assert.equal(interpolate(POSTGRES_PASSWORD ?? '', { POSTGRES_PASSWORD: 'secret' }), '');
});

test('compose.yaml lets the service write to its volume and /tmp only, without privileges', () => {
  const { read_only, tmpfs, cap_drop, security_opt, stop_grace_period, logging } = rollbook;
  assert.deepEqual(
    { read_only, tmpfs, cap_drop, security_opt, stop_grace_period, logging },
    {
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '15s',
      logging: { driver: 'local' },
    },
  );
  for (const property of ['user', 'healthcheck', 'privileged', 'cap_add'])
    assert.ok(!(property in rollbook), `the image decides: ${property}`);
  assert.deepEqual(Object.keys(volumes), ['rollbook', 'postgres']);
});
