import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startCatalogueSource } from '../../catalogue-source.ts';
import { NEXT } from '../../catalogue-step.ts';
import { until } from '../../until.ts';
import { useService } from '../../use-service.ts';
import { ConsoleBrowser } from '../console-browser.ts';
import { importPageModule, servePageModules } from './page-modules.ts';

const { newcomer, disc } = NEXT;
const service = await useService({ env: { ROLLBOOK_SIGNUP: 'open' } });
const source = await startCatalogueSource();
after(() => source.close());
let browser: ConsoleBrowser;
// biome-ignore lint/suspicious/noExplicitAny: the types of the pages need those of the DOM
let [roster, plan]: any[] = [];

before(async () => {
  servePageModules(new ConsoleBrowser(service).origin, { browser: () => browser, onWrite: () => {} });
  roster = await importPageModule('roster/roster-store.ts');
  plan = await importPageModule('goals/plan-state.ts');
});

test('a page that is open when the catalogue changes has the growth of a newcomer after it has looked once', async () => {
  browser = new ConsoleBrowser(service);
  const { accountId } = await browser.signUp('arona');
  await Promise.all([roster.loadRoster(accountId), plan.loadFacts()]);
  const facts = plan.growthFacts.peek();
  await plan.loadFacts();
  assert.equal(plan.growthFacts.peek(), facts, 'read once for a catalogue');

  source.put('next', NEXT.files);
  await service.command('catalogue', 'import', '--from', `${source.origin}/next/`);
  await until(
    'the new catalogue is served',
    async () => (await (await fetch(`${service.url}/catalogue.json`)).text()).includes(newcomer.uid),
    { every: 50 },
  );
  await Promise.all([roster.loadRoster(accountId), plan.loadFacts()]);
  await until('the facts are there', () => plan.growthFacts.peek() !== facts);
  const { students, items } = plan.growthFacts.peek();
  assert.equal(students[newcomer.uid].ex[0][disc], 12);
  assert.ok(items[disc].names.ko.includes(NEXT.school.names.ko));
  assert.deepEqual(roster.attributeLabels.peek().school[NEXT.school.code], NEXT.school.names);
});
