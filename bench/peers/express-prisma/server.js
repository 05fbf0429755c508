import { hash } from 'node:crypto';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import express from 'express';
import { z } from 'zod';
import { STATE_FIELDS } from '../../../contract/state-fields.ts';
import { brokenRules, patch } from '../../../contract/state-rules.ts';
import { PrismaClient } from './client/client.ts';

/** Express 5 with Prisma 7 on its SQLite adapter; a middleware authenticates the key, zod validates the input. */
const [port, file] = process.argv.slice(2);
const prisma = new PrismaClient({
  adapter: new PrismaBetterSqlite3({ url: `file:${file}` }),
  omit: { student: { id: true, accountId: true } },
});

const Patch = z
  .strictObject(
    Object.fromEntries(
      Object.entries(STATE_FIELDS).map(([name, { min, max, nullable }]) => {
        const integer = z.int().min(min).max(max);
        return [name, (nullable ? integer.nullable() : integer).optional()];
      }),
    ),
  )
  .refine((sent) => Object.keys(sent).length > 0);
const Page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().optional(),
});

async function authenticate(request, response, next) {
  const [, key = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const found = await prisma.apiKey.findUnique({ where: { digest: hash('sha256', key, 'hex') } });
  if (!found || found.revokedAt !== null || found.expiresAt <= new Date())
    return response.status(401).json({ error: 'unauthorized' });
  if (request.method === 'PATCH' && found.permission !== 'write')
    return response.status(403).json({ error: 'forbidden' });
  request.accountId = found.accountId;
  next();
}

const students = express.Router();
students.use(authenticate, express.json());
const whereStudent = ({ accountId, params: { studentUid } }) => ({
  accountId_studentUid: { accountId, studentUid },
});

students.get('/', async (request, response) => {
  const page = Page.safeParse(request.query);
  if (!page.success) return response.status(400).json({ error: page.error.issues });
  const { limit, cursor } = page.data;
  const found = await prisma.student.findMany({
    where: { accountId: request.accountId, ...(cursor && { studentUid: { gt: cursor } }) },
    orderBy: { studentUid: 'asc' },
    take: limit + 1,
  });
  const shown = found.slice(0, limit);
  response.json({ students: shown, nextCursor: found.length > limit ? shown.at(-1).studentUid : null });
});

students.get('/:studentUid', async (request, response) => {
  const found = await prisma.student.findUnique({ where: whereStudent(request) });
  if (!found) return response.status(404).json({ error: 'student_not_recruited' });
  response.json(found);
});

students.patch('/:studentUid', async (request, response) => {
  const sent = Patch.safeParse(request.body);
  if (!sent.success) return response.status(400).json({ error: sent.error.issues });
  const where = whereStudent(request);
  const recorded = await prisma.student.findUnique({ where });
  if (!recorded) return response.status(404).json({ error: 'student_not_recruited' });
  const next = patch(recorded, sent.data);
  const faults = brokenRules(next, sent.data);
  if (faults.length > 0) return response.status(400).json({ error: faults });
  response.json(await prisma.student.update({ where, data: { ...sent.data, bondExp: next.bondExp } }));
});

express().use('/v1/me/students', students).listen(Number(port), '127.0.0.1');
