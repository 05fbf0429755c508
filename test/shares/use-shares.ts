import type { ShareSettings, ShareView } from '../../server/shares/views.ts';
import type { ConsoleBrowser } from '../console/console-browser.ts';
import { signUpPlayer } from '../console/console-browser.ts';
import { newAddress } from '../new-address.ts';
import type { RunningService } from '../service.ts';

export const SETTINGS: ShareSettings = {
  name: '내 학생',
  shows: ['weapon', 'growth', 'bond', 'goals'],
  students: null,
  showsPlayer: false,
  borrow: {},
  expiresAt: null,
};

/** A player with three students, two of them with goals. */
export async function signUpWithStudents(service: Pick<RunningService, 'url'>) {
  const { browser, accountId } = await signUpPlayer(service);
  const states = [
    {
      studentUid: '10000',
      tier: 5,
      weaponTier: 2,
      weaponLevel: 40,
      level: 87,
      skillEx: 5,
      equip1: 9,
      bond: 33,
    },
    { studentUid: '10005', tier: 3, weaponTier: 0, level: 71, skillEx: 3, equip1: 7, bond: 21 },
    { studentUid: '20000', tier: 4, weaponTier: 0, level: 64, skillEx: 2, equip1: 6, bond: 17 },
  ];
  for (const state of states) await browser.ok('POST', '/me/students', state);
  await browser.ok('PATCH', '/goals', {
    goals: [goal('10005', { level: 90, skillEx: 5 }), goal('20000', { bond: 42 })],
  });
  return { browser, accountId };
}

const goal = (studentUid: string, wanted: object) => ({
  studentUid,
  goal: { wanted, labels: ['몰래 둔 라벨'], note: '혼자 보는 메모', priority: 4321 },
});

export const share = (browser: ConsoleBrowser, settings: Partial<ShareSettings> = {}): Promise<ShareView> =>
  browser.ok('POST', '/shares', { ...SETTINGS, ...settings });

/** What whoever has the address sees. */
export async function look(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers: { 'x-forwarded-for': newAddress(), ...headers } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the body that it expects
export const lookJson = async (url: string): Promise<any> => JSON.parse((await look(`${url}.json`)).text);
