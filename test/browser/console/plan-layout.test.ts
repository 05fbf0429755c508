import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_ITEM_COUNT, MAX_LABEL_LENGTH } from '../../../contract/limits.ts';
import { STATE_FIELDS } from '../../../contract/state-fields.ts';
import items from '../../../data/items.json' with { type: 'json' };
import { APPEARANCES } from './assert-accessible.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { consoleUrl } from './player.ts';
import { openSignedUpPlayer, type SignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const WIDTHS = [360, 390, 768, 960, 1024, 1280, 1366, 1440, 1920, 2560];
const GOALS = 60;
const ITEMS = 300;

// A plan has sixty goals.
const [service, browser] = await useConsole({ hasAllStudents: true });

/** An account with goals of everything, and a stock in which every seventh count has ten digits. */
async function fillPlan({ issueKey }: SignedUpPlayer): Promise<void> {
  const { apiKey } = await issueKey();
  const { max: tier } = STATE_FIELDS.tier;
  const wanted = {
    tier,
    weaponTier: STATE_FIELDS.weaponTier.max,
    level: STATE_FIELDS.level.max,
    skillEx: STATE_FIELDS.skillEx.max,
    skillNormal: STATE_FIELDS.skillNormal.max,
    equip1: STATE_FIELDS.equip1.max,
    weaponLevel: STATE_FIELDS.weaponLevel.max,
    abilityHp: STATE_FIELDS.abilityHp.max,
    bond: 50,
  };
  const label = 'W'.repeat(MAX_LABEL_LENGTH);
  await Promise.all(
    service.students.slice(0, GOALS).map(async ({ uid }, place) => {
      const goal = { wanted, labels: place === 0 ? [label] : [], priority: place };
      const answer = await service.callBeta(apiKey, 'PUT', `/goals/${uid}`, goal);
      assert.equal(answer.status, 200, answer.text);
    }),
  );
  const step = Math.floor(Object.keys(items).length / ITEMS);
  const ids = Object.keys(items).filter((_, place) => place % step === 0);
  const counts = ids
    .slice(0, ITEMS)
    .map((id, place) => [id, place % 7 === 0 ? MAX_ITEM_COUNT : 1250 + place]);
  const stock = { ...Object.fromEntries(counts), credits: MAX_ITEM_COUNT };
  const answer = await service.callBeta(apiKey, 'PATCH', '/stock', { items: stock });
  assert.equal(answer.status, 200, answer.text);
}

for (const appearance of APPEARANCES)
  test(`nothing of the plan overlaps or is cut at any width, ${appearance.locale}`, async () => {
    const player = await openSignedUpPlayer(browser, service, 'player', appearance);
    await fillPlan(player);
    const { page } = player;
    const assertLayout = async (state: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 1000 });
        assert.deepEqual(await findLayoutFaults(page), [], `${state}, ${width} px`);
      }
    };
    await page.goto(consoleUrl(service, '/plan'));
    await page.locator('.need').first().waitFor();
    await page.locator('.missing-options input').check();
    await assertLayout('what is missing');
    await page.locator('.total').first().click();
    await page.locator('dialog[open]').waitFor();
    await assertLayout('who needs credits');
    await page.goto(consoleUrl(service, '/plan?view=goals'));
    await page.locator('.goal-toggle').first().click();
    await page.locator('.goal-details').waitFor();
    await assertLayout('the goals');
    await page.goto(consoleUrl(service, '/plan?view=stock'));
    const cells = page.locator('.stock-cell');
    await cells.nth(ITEMS).waitFor();
    await page.locator('.stock-section.eleph').waitFor();
    await assertLayout('the stock');
    player.assertNoProblems();
    await player.context.close();
  });
