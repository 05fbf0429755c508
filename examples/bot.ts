/**
 * A chat bot that keeps a roster: answers lines such as `/level 시로코 90` and `/show 시로코`. Reads lines from standard
 * input; a Discord bot would call `answer` with the text of each command.
 */
import { createInterface } from 'node:readline';
import { isRollbookError, Rollbook, type RollbookError } from '@rollbook/client';

const rollbook = new Rollbook({
  baseUrl: process.env.ROLLBOOK_URL ?? 'http://127.0.0.1:8787/v1',
  apiKey: process.env.ROLLBOOK_KEY,
});

async function answer(line: string): Promise<string> {
  const [command, ...words] = line.trim().split(/\s+/);
  const level = command === '/level' ? Number(words.pop()) : undefined;
  try {
    const { studentUid, names } = await rollbook.students.resolve(words.join(' '));
    if (level === undefined) {
      const state = await rollbook.roster.get(studentUid);
      return `${names.ko}: ★${state.tier}, 레벨 ${state.level ?? '?'}, 인연 ${state.bond ?? '?'}`;
    }
    const state = await rollbook.roster.patch(studentUid, { level });
    return `${names.ko}의 레벨은 이제 ${state.level}입니다.`;
  } catch (error) {
    if (isRollbookError(error)) return explain(error);
    throw error;
  }
}

/** In Korean. `error.message` is the same in English. */
function explain({ fields, candidates, serverMessage, message }: RollbookError): string {
  if (fields.length > 0) return fields.map(({ field, message }) => `${field}: ${message}`).join(' ');
  if (candidates.length > 0) return `누구입니까? ${candidates.map(({ name }) => name).join(', ')}`;
  return serverMessage ?? message;
}

for await (const line of createInterface({ input: process.stdin })) console.log(await answer(line));
