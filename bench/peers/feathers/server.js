import { hash } from 'node:crypto';
import { BadRequest, Forbidden, NotAuthenticated } from '@feathersjs/errors';
import { feathers } from '@feathersjs/feathers';
import { KnexService } from '@feathersjs/knex';
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa';
import { Ajv, resolve, hooks as schemaHooks } from '@feathersjs/schema';
import { getValidator, querySyntax, Type } from '@feathersjs/typebox';
import knex from 'knex';
import { STATE_FIELDS } from '../../../contract/state-fields.ts';
import { brokenRules, patch } from '../../../contract/state-rules.ts';

/** Feathers 5 as its generator sets it up: Koa, Knex, TypeBox schemas and resolvers; a hook authenticates the key. */
const [port, filename] = process.argv.slice(2);
const PATH = 'v1/me/students';
const database = knex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
const service = new KnexService({ Model: database, name: 'Student' });

const growth = Object.fromEntries(
  Object.entries(STATE_FIELDS).map(([name, { min: minimum, max: maximum, nullable }]) => {
    const integer = Type.Integer({ minimum, maximum });
    return [name, nullable ? Type.Union([integer, Type.Null()]) : integer];
  }),
);
const patchSchema = Type.Partial(Type.Object(growth), { additionalProperties: false, minProperties: 1 });
const querySchema = querySyntax(Type.Object({ accountId: Type.String(), studentUid: Type.String() }));
const patchValidator = getValidator(patchSchema, new Ajv({}));
const queryValidator = getValidator(querySchema, new Ajv({ coerceTypes: true }));
const restrictToAccount = resolve({ accountId: async (_value, _query, { params }) => params.accountId });
const visible = resolve({ id: async () => undefined, accountId: async () => undefined });

async function authenticate(context, next) {
  const [, key = ''] = /^bearer +(\S+)$/i.exec(context.params.headers.authorization ?? '') ?? [];
  const found = await database('ApiKey')
    .where({ digest: hash('sha256', key, 'hex') })
    .first();
  if (!found || found.revokedAt !== null || found.expiresAt <= Date.now()) throw new NotAuthenticated();
  if (context.method === 'patch' && found.permission !== 'write') throw new Forbidden();
  context.params.accountId = found.accountId;
  // The adapter patches by id only, so the id contains the account.
  if (context.id !== undefined) context.id = `${found.accountId}:${context.id}`;
  await next();
}

async function paginate(context, next) {
  const { limit = 50, cursor } = context.params.query;
  const after = cursor === undefined ? {} : { studentUid: { $gt: cursor } };
  context.params.query = { $limit: Number(limit) + 1, $sort: { studentUid: 1 }, ...after };
  await next();
  const students = context.dispatch.slice(0, limit);
  const nextCursor = context.dispatch.length > students.length ? students.at(-1).studentUid : null;
  context.dispatch = { students, nextCursor };
}

async function checkRules(context) {
  const next = patch(await service._get(context.id, { query: {} }), context.data);
  const faults = brokenRules(next, context.data);
  if (faults.length > 0) throw new BadRequest('invalid_request', faults);
  context.data.bondExp = next.bondExp;
}

const app = koa(feathers());
app.use(errorHandler());
app.use(bodyParser());
app.configure(rest());
app.use(PATH, service, { methods: ['find', 'get', 'patch'] });
app.service(PATH).hooks({
  around: {
    all: [authenticate],
    find: [paginate, schemaHooks.resolveExternal(visible)],
    get: [schemaHooks.resolveExternal(visible)],
    patch: [schemaHooks.resolveExternal(visible)],
  },
  before: {
    all: [schemaHooks.validateQuery(queryValidator), schemaHooks.resolveQuery(restrictToAccount)],
    patch: [schemaHooks.validateData(patchValidator), checkRules],
  },
});
await app.listen(Number(port), '127.0.0.1');
