import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Account } from '../../service.ts';
import { consoleUrl } from './player.ts';
import { openSignedUpPlayer, type SignedUpPlayer } from './signed-up-player.ts';
import type { ConsoleService } from './use-console.ts';

export interface Roster {
  player: SignedUpPlayer;
  /** A key of the player, as another tool has it. */
  key: Account['write'];
  state: (studentUid: string) => Promise<Record<string, number | null>>;
}

const WIDE = { viewport: { width: 1280, height: 900 } };

/** A player whose roster has these students, on the roster page. */
export async function openRosterPage(...parameters: Parameters<typeof signUpWithRoster>): Promise<Roster> {
  const [, service, students] = parameters;
  const roster = await signUpWithRoster(...parameters);
  const { page } = roster.player;
  await page.goto(consoleUrl(service));
  await page
    .getByText(`${service.students.length}명 중 ${Object.keys(students).length}명 모집`)
    .waitFor()
    .catch(async (cause) => {
      throw new Error(`the page shows: ${await page.locator('body').innerText()}`, { cause });
    });
  return roster;
}

/** Signs up a player whose roster has these students. The browser is on no page yet. */
export async function signUpWithRoster(
  browser: Browser,
  service: ConsoleService,
  students: Record<string, object>,
  options: BrowserContextOptions = WIDE,
): Promise<Roster> {
  const player = await openSignedUpPlayer(browser, service, 'player', options);
  const { apiKey } = await player.issueKey();
  for (const [studentUid, state] of Object.entries(students))
    assert.equal((await service.call(apiKey, 'POST', '/me/students', { studentUid, ...state })).status, 201);
  return {
    player,
    key: apiKey,
    state: async (studentUid) => (await service.call(apiKey, 'GET', `/me/students/${studentUid}`)).body,
  };
}

export async function finish({ player }: Roster): Promise<void> {
  player.assertNoProblems();
  // A request that a test answers may still be on its way.
  await player.page.unrouteAll({ behavior: 'ignoreErrors' });
  await player.context.close();
}
