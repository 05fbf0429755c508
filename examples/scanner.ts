/**
 * A scanner that proposes what it has read, and tells what the player made of it: `node scanner.ts < scan.csv`, where each
 * line is a name and a level, such as `시로코,90`. The player lets it in by a code, and need not let it write.
 */
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRollbookError, type ProposedStudent, Rollbook } from '@rollbook/client';
import { connectByCode } from '@rollbook/client/connect';

const baseUrl = process.env.ROLLBOOK_URL ?? 'http://127.0.0.1:8787/v1';
const LOOK_EVERY_MS = Number(process.env.LOOK_EVERY_MS ?? 60_000);

// A scanner would keep what this returns. Names and UIDs need no key.
const rollbook = new Rollbook(
  await connectByCode({
    baseUrl,
    name: 'Example scanner',
    areas: ['roster:propose'],
    onCode: ({ verificationUriComplete }) => console.log(`Open ${verificationUriComplete}`),
  }),
);

const students: ProposedStudent[] = [];
for (const line of (await text(process.stdin)).split(/\r?\n/).filter(Boolean)) {
  const [name = '', level] = line.split(',');
  try {
    const { studentUid } = await rollbook.students.resolve(name.trim());
    students.push({ studentUid, level: Number(level) });
  } catch (error) {
    if (!isRollbookError(error)) throw error;
    console.error(`${name}: ${error.message}`);
  }
}

let proposal = await rollbook.roster.propose(students, { note: `${students.length} students of a scan` });
console.log(`Look at it: ${proposal.reviewUrl}`);
while (proposal.status === 'open') {
  await sleep(LOOK_EVERY_MS);
  proposal = await rollbook.roster.proposal(proposal.id);
}
console.log(proposal.status === 'applied' ? `Saved: ${proposal.applied}` : `Not saved: ${proposal.status}`);
