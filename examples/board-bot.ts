/**
 * A club's bot that says who can lend a student: answers `!lend 체리노` and `who can lend Cherino?` from the club's board
 * with those who lend her and then those who have her, best first. Needs no key: `node examples/board-bot.ts
 * https://…/b/…`. Reads lines from standard input; a Discord bot would call `answer` with the text of each message.
 */
import { createInterface } from 'node:readline';
import { isRollbookError, type OwnedStudent, Rollbook, type SharedBoard } from '@rollbook/client';

const link = process.argv[2] ?? '';
const KEEP_MS = Number(process.env.KEEP_MS ?? 30_000);
const COMMAND = /^(?:!lend\s+|who can lend\s+)(.+?)\s*\??$/i;
const SLOTS = { raid: '총력전', jointFiring: '종합전술시험', conquest: '점령전', tower: '제약해제결전' };

const rollbook = new Rollbook({ baseUrl: link.replace(/\/b\/\w+$/, '/v1') });

let kept: { board: SharedBoard; etag: string; readAt: number } | undefined;

/** Undefined if the board has ended. A copy is shown for half a minute, and then only if the service says it is the same. */
async function readBoard(): Promise<SharedBoard | undefined> {
  if (kept && Date.now() - kept.readAt < KEEP_MS) return kept.board;
  const headers: Record<string, string> = kept ? { 'if-none-match': kept.etag } : {};
  const response = await fetch(`${link}.json?lang=ko`, { headers });
  if (response.status === 304 && kept) {
    kept.readAt = Date.now();
    return kept.board;
  }
  kept = undefined;
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const board = (await response.json()) as SharedBoard;
  kept = { board, etag: response.headers.get('etag') ?? '', readAt: Date.now() };
  return board;
}

const rank = ({ tier, weaponTier, level }: OwnedStudent): number =>
  (tier ?? 0) * 10_000 + (weaponTier ?? 0) * 1_000 + (level ?? 0);

/** What a member does not show is left out. */
const describe = ({ tier, weaponTier, level }: OwnedStudent): string =>
  [tier && `★${tier}`, weaponTier && `고유무기 ${weaponTier}`, level && `레벨 ${level}`]
    .filter(Boolean)
    .join(', ');

/** Undefined for what is said to others. */
async function answer(line: string): Promise<string | undefined> {
  const name = COMMAND.exec(line.trim())?.[1];
  if (name === undefined) return undefined;
  try {
    const [{ studentUid, names }, board] = await Promise.all([rollbook.students.resolve(name), readBoard()]);
    if (board === undefined) return '보드가 없습니다. 끝났거나 주소가 바뀌었습니다.';
    const slotsOf = ({ member }: OwnedStudent): string[] =>
      (Object.keys(SLOTS) as (keyof typeof SLOTS)[])
        .filter((slot) =>
          board.borrow[slot]?.some((one) => one.member === member && one.studentUid === studentUid),
        )
        .map((slot) => SLOTS[slot]);
    const owners = (board.students.find((student) => student.studentUid === studentUid)?.of ?? [])
      .map((owned) => ({ owned, slots: slotsOf(owned) }))
      .sort(
        (a, b) => Number(b.slots.length > 0) - Number(a.slots.length > 0) || rank(b.owned) - rank(a.owned),
      );
    const lines = owners.map(({ owned, slots }) => {
      const lends = slots.length > 0 ? ` (${slots.join(', ')}에 빌려줌)` : '';
      return `${board.members[owned.member]?.player}: ${describe(owned) || '있음'}${lends}`;
    });
    return lines.length === 0 ? `${names.ko}: 보드에 아무도 없습니다.` : [names.ko, ...lines].join('\n');
  } catch (error) {
    if (!isRollbookError(error))
      return `보드를 읽지 못했습니다(${String(error)}). 잠시 후 다시 물어보십시오.`;
    const { candidates, serverMessage, message } = error;
    return candidates.length > 0
      ? `누구입니까? ${candidates.map((candidate) => candidate.name).join(', ')}`
      : (serverMessage ?? message);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const text = await answer(line);
  if (text !== undefined) console.log(text);
}
