import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Rollbook } from '../../../../client/index.ts';
import { giftExperience } from '../../../../game/gift-experience.ts';
import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import type { CatalogueData } from '../../../../server/catalogue/catalogue-data.ts';
import { shippedData } from '../../../../server/catalogue/catalogue-data.ts';
import { type CatalogueSource, startCatalogueSource } from '../../../catalogue-source.ts';
import { AUGUST, type CatalogueStep, JUNE, NEXT, storeCatalogue } from '../../../catalogue-step.ts';
import { newDatabase } from '../../../database.ts';
import { McpClient } from '../../../mcp/mcp-client.ts';
import { toSchaleFiles } from '../../../schaledb-files.ts';
import { type ServiceHere, serveHere } from '../../../serve-here.ts';
import { runCommand } from '../../../service.ts';
import { until } from '../../../until.ts';

let source: CatalogueSource;
before(async () => {
  source = await startCatalogueSource();
});
after(() => source.close());

const IMAGE = Buffer.concat([Buffer.from('RIFF\x28\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(40)]);
const LANGUAGES = ['ko', 'ja', 'en'] as const;

interface Fixture {
  readonly service: ServiceHere;
  /** Lets the source go on to the step, and waits until the service has it. */
  readonly takeStep: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** A service whose source has what it has itself, with pictures of the newcomer and of her disc. */
async function startBefore(name: string, known: CatalogueData, step: CatalogueStep): Promise<Fixture> {
  const portraits = mkdtempSync(join(tmpdir(), 'rollbook-new-'));
  mkdirSync(join(portraits, 'items'));
  for (const file of [`${step.newcomer.uid}.webp`, `items/${step.disc}.webp`])
    writeFileSync(join(portraits, file), IMAGE);
  const database = await newDatabase();
  await runCommand(['migrate'], database.address);
  await storeCatalogue(database.address, known);
  source.put(name, toSchaleFiles(known));
  const service = await serveHere({
    database: database.address,
    env: { ROLLBOOK_PORTRAITS: portraits },
  });
  const end = async () => {
    await service.stop();
    await database.remove();
    rmSync(portraits, { recursive: true });
  };
  const takeStep = async () => {
    source.put(name, step.files);
    // What the daily refresh does too, which `catalogue-source.test.ts` waits for.
    await service.command('catalogue', 'import', '--from', `${source.origin}/${name}/`);
    await until(
      'the newcomer is served',
      async () => {
        const catalogue = await (await fetch(`${service.url}/catalogue.json`)).text();
        return catalogue.includes(`"studentUid":"${step.newcomer.uid}"`);
      },
      { every: 50 },
    );
  };
  return { service, takeStep, end };
}

const STEPS: [title: string, known: CatalogueData, step: CatalogueStep][] = [
  ['august', JUNE, AUGUST],
  ['next', shippedData(), NEXT],
];

for (const [title, known, step] of STEPS)
  describe(`a source that is a step ahead: ${title}`, () => {
    const { newcomer, school, club, recruit, disc, gift, renamed } = step;
    let fixture: Fixture;
    let kept: Rollbook;
    let mcp: McpClient;
    let key: string;
    before(async () => {
      fixture = await startBefore(title, known, step);
      const { service } = fixture;
      key = (await service.account()).write;
      mcp = await McpClient.overHttp(service, key);
      kept = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: key });
      assert.equal(await status(`/portraits/${newcomer.uid}`), 404);
      assert.equal(await status(`/portraits/items/${disc}`), 404);
      assert.equal((await kept.students.catalogue()).students.length, known.students.length);
      assert.deepEqual(await search(newcomer.names.ko), []);
      await fixture.takeStep();
    });
    after(() => fixture?.end());

    const call = (method: string, path: string, body?: object) =>
      fixture.service.call(key, method, path, body);
    const callBeta = (method: string, path: string, body?: object) =>
      fixture.service.callBeta(key, method, path, body);
    const search = async (query: string): Promise<string[]> =>
      (await call('GET', `/students?query=${encodeURIComponent(query)}`)).body.students.map(
        ({ studentUid }: { studentUid: string }) => studentUid,
      );
    const status = async (path: string) => (await fetch(`${fixture.service.url}${path}`)).status;
    const readFacts = async () =>
      (await (await fetch(`${fixture.service.url}/growth.json`)).json()) as GrowthFacts;

    test('the newcomer is found in every language, and who is renamed by both names', async () => {
      for (const language of LANGUAGES)
        assert.equal((await search(newcomer.names[language]))[0], newcomer.uid, language);
      assert.equal((await search(renamed.is))[0], renamed.uid);
      assert.equal((await search(renamed.was))[0], renamed.uid);
    });

    test('a client and an agent that have kept the catalogue before take her by name', async () => {
      const { studentUid } = await kept.students.resolve(newcomer.names.en);
      assert.equal(studentUid, newcomer.uid);
      const { body } = await call('POST', '/me/students', {
        studentUid: newcomer.uid,
        tier: 3,
        weaponTier: 0,
        skillEx: 1,
      });
      assert.equal(body.studentUid, newcomer.uid);
      const { students } = await mcp.ok('list_roster', { attributes: { school: [school.names.ko] } });
      assert.deepEqual(
        students.map(({ studentUid: uid }: { studentUid: string }) => uid),
        [newcomer.uid],
      );
    });

    test('school, club and recruitment have names in all languages, and filter by code and by name', async () => {
      const { labels, students } = await kept.students.catalogue();
      const attributesOf = (uid: string) => students.find(({ studentUid }) => studentUid === uid)?.attributes;
      assert.deepEqual(labels.school[school.code], school.names);
      assert.equal(Object.keys(labels.school).at(-1), 'etc');
      assert.deepEqual(labels.club[club.code], club.names);
      assert.deepEqual(labels.recruit[recruit.code], recruit.names);
      assert.equal(attributesOf(newcomer.uid)?.school, school.code);
      assert.equal(attributesOf(newcomer.uid)?.club, club.code);
      assert.equal(attributesOf(recruit.uid)?.recruit, recruit.code);
      for (const word of [school.code, ...Object.values(school.names)]) {
        const found = await mcp.ok('search_students', { attributes: { school: [word] } });
        const uids = found.students.map(({ studentUid }: { studentUid: string }) => studentUid);
        assert.ok(uids.includes(newcomer.uid), word);
      }
      for (const word of [recruit.code, recruit.names.ko, recruit.names.en]) {
        const found = await mcp.ok('search_students', { attributes: { recruit: [word] } });
        const uids = found.students.map(({ studentUid }: { studentUid: string }) => studentUid);
        assert.ok(uids.includes(recruit.uid), word);
      }
    });

    test('a plan names her materials, the stock takes them, and a gift counts for her bond', async () => {
      const wanted = { tier: 3, skillEx: 2 };
      assert.equal((await callBeta('PUT', `/goals/${newcomer.uid}`, { wanted })).status, 200);
      const { body } = await callBeta('GET', '/plan');
      const { cost } = body.students.find(
        ({ studentUid }: { studentUid: string }) => studentUid === newcomer.uid,
      );
      assert.equal(cost.unknown, undefined);
      assert.equal(cost.items[disc], 12);
      const stored = await callBeta('PATCH', '/stock', { items: { [disc]: 12, [newcomer.uid]: 30 } });
      assert.equal(stored.status, 200);
      const { shortage } = (await callBeta('GET', '/plan')).body;
      assert.equal(Object.hasOwn(shortage.items, disc), false);

      const facts = await readFacts();
      assert.ok(facts.items[disc]?.names.ko?.includes(school.names.ko), JSON.stringify(facts.items[disc]));
      assert.equal(facts.items[newcomer.uid]?.group, newcomer.uid);
      assert.deepEqual(facts.labels.school[school.code], school.names);
      const { exp = 0 } = facts.items[gift] ?? {};
      // A tag that every gift of its kind has, one that she had before, and the new one.
      assert.equal(giftExperience(facts, newcomer.uid, gift), 4 * exp);
    });

    test('her portrait and the icon of her material are shown, which lay in the folder before', async () => {
      await until('the portrait is listed', async () => (await status(`/portraits/${newcomer.uid}`)) === 200);
      await until('the icon is listed', async () => (await status(`/portraits/items/${disc}`)) === 200);
    });
  });

test('a server that an earlier release has refreshed takes days of release from the program', async (t) => {
  const { service, takeStep, end } = await startBefore('days', JUNE, AUGUST);
  t.after(end);
  await takeStep();
  const { students } = (await (await fetch(`${service.url}/catalogue.json`)).json()) as {
    students: { studentUid: string; attributes: object }[];
  };
  const shipped = new Map(shippedData().students.map(({ uid, attributes }) => [uid, attributes]));
  assert.equal(students.length, shipped.size);
  for (const { studentUid, attributes } of students)
    assert.deepEqual(attributes, shipped.get(studentUid), studentUid);
});
