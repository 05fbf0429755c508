/**
 * Who has Hoshino with unique weapon 3? A club's bot answers from the links that its members have posted, without a key:
 * `node examples/who-has.ts 호시노 3 https://…/s/… https://…/s/…`. Whoever does not show weapons, or has ended the link,
 * is left out.
 */
import type { SharedRoster } from '@rollbook/client';

const [name, weaponTier, ...links] = process.argv.slice(2);

async function read(link: string): Promise<SharedRoster | undefined> {
  const response = await fetch(`${link}.json?lang=ko`);
  return response.ok ? ((await response.json()) as SharedRoster) : undefined;
}

for (const roster of await Promise.all(links.map(read))) {
  const student = roster?.students.find((one) => one.name === name);
  if (roster && (student?.weaponTier ?? -1) >= Number(weaponTier))
    console.log(
      `${roster.player ?? roster.name}: ${name} ★${student?.tier}, 고유무기 ${student?.weaponTier}`,
    );
}
