import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { Authenticator } from '../../console/authenticator.ts';
import type { RunningService } from '../../service.ts';
import { PAGE_TIMEOUT_MS } from '../browser.ts';

/** Where the console is: WebAuthn knows no IP addresses. */
export const consoleUrl = ({ url }: RunningService, path = ''): string =>
  `http://localhost:${new URL(url).port}/console${path}`;

type Passkey = ReturnType<Authenticator['exportPasskeys']>[number];

export interface Player {
  page: Page;
  context: BrowserContext;
  /** Without it the browser has no passkey. */
  addAuthenticator: () => Promise<void>;
  removeAuthenticator: () => Promise<void>;
  /** Puts a passkey of `Authenticator` into the browser's authenticator. */
  addPasskey: (passkey: Passkey) => Promise<void>;
  button: (name: string | RegExp) => ReturnType<Page['getByRole']>;
  heading: (name: string | RegExp) => Promise<void>;
  /** Fails on any script error, policy violation or request to another server so far. */
  assertNoProblems: () => void;
}

/** A browser of its own with Chromium's virtual authenticator. Without service workers, which hide requests from tests. */
export async function openPlayer(browser: Browser, options: BrowserContextOptions = {}): Promise<Player> {
  const context = await browser.newContext({
    locale: 'ko-KR',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const problems: string[] = [];
  context.on('request', (request) => {
    if (!/^(http:\/\/localhost:\d+\/|data:|blob:)/.test(request.url())) problems.push(request.url());
  });
  context.on('weberror', (error) => problems.push(`threw ${error.error()}`));
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // The browser logs every error response; many tests provoke one.
    if (!/^(Failed to load resource|Service Worker registration blocked)/.test(message.text()))
      problems.push(message.text());
  });
  const page = await context.newPage();
  const protocol: CDPSession = await context.newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  let authenticator = '';
  const player: Player = {
    page,
    context,
    async addAuthenticator() {
      const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      authenticator = authenticatorId;
    },
    async removeAuthenticator() {
      await protocol.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: authenticator });
    },
    async addPasskey(passkey) {
      await protocol.send('WebAuthn.addCredential', {
        authenticatorId: authenticator,
        credential: { ...passkey, rpId: 'localhost', isResidentCredential: true, signCount: 0 },
      });
    },
    button: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }),
    async heading(name) {
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
    assertNoProblems: () => assert.deepEqual(problems, []),
  };
  await player.addAuthenticator();
  return player;
}

/** Signs up with an invite, keeps the recovery codes and returns them. */
export async function signUp(player: Player, service: RunningService, name: string): Promise<string[]> {
  const { url } = await service.command('invite', 'create');
  await player.page.goto(consoleUrl(service, `/enter${new URL(url).hash}`));
  await player.heading('초대를 받았어요');
  await player.page.getByLabel('계정 이름').fill(name);
  await player.button('패스키 만들고 시작하기').click();
  return keepRecoveryCodes(player);
}

export async function keepRecoveryCodes({ page, heading, button }: Player, next = '학생'): Promise<string[]> {
  await heading('복구 코드를 보관해 주세요');
  const codes = (await page.locator('main').innerText()).match(/([0-9A-Z]{4}-){3}[0-9A-Z]{4}/g) ?? [];
  await page.getByLabel('코드를 안전한 곳에 보관했어요.').check();
  await button('계속').click();
  await heading(next);
  return codes;
}

/** Presses Tab until the element with this name has the focus, or is already focused. */
export async function tabTo({ page }: Player, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const focused = page.locator(':focus');
    const label = (await focused.count())
      ? await focused.evaluate(
          (element) =>
            (element.getAttribute('aria-label') ??
              (element as HTMLInputElement).labels?.[0]?.innerText ??
              (element as HTMLElement).innerText ??
              '') as string,
        )
      : '';
    const text = label.replace(/\s+/g, ' ').trim();
    if (typeof name === 'string' ? text === name : name.test(text)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}
