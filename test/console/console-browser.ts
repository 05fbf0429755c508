import { setTimeout as pause } from 'node:timers/promises';
import { newAddress } from '../new-address.ts';
import type { Answer, Service } from '../service.ts';
import { Authenticator } from './authenticator.ts';

/** Speaks to the console's API as its page does: a cookie, an origin and an authenticator. */
export class ConsoleBrowser {
  readonly origin: string;
  readonly authenticator: Authenticator;
  readonly #url: string;
  /** What a proxy says of where this browser is; a service that trusts none does not look at it. */
  readonly address = newAddress();
  /** That of the session. */
  cookie: string | undefined;
  #browserCookie: string | undefined;

  constructor({ url }: Pick<Service, 'url'>) {
    this.#url = url;
    this.origin = `http://localhost:${new URL(url).port}`;
    this.authenticator = new Authenticator(this.origin);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<Answer & { cookie: string | undefined }> {
    const all = {
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
      cookie: [this.cookie, this.#browserCookie].filter(Boolean).join('; ') || undefined,
      'x-forwarded-for': this.address,
      'content-type': body === undefined ? undefined : 'application/json',
      ...headers,
    };
    const response = await fetch(`${this.#url}/console/api${path}`, {
      method,
      headers: Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const setCookie = response.headers.get('set-cookie') ?? undefined;
    const [pair] = setCookie?.split(';', 1) ?? [];
    if (pair?.includes('rollbook-browser=')) this.#browserCookie = pair;
    else if (pair !== undefined) this.cookie = pair;
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
      cookie: setCookie,
    };
  }

  /** Calls and fails unless the answer is a success. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the body that it expects
  async ok(method: string, path: string, body?: unknown): Promise<any> {
    let answer = await this.call(method, path, body);
    // A busy machine may refuse a request, and has surely not processed it then.
    for (let attempt = 0; answer.status === 503 && attempt < 100; attempt += 1) {
      await pause(200);
      answer = await this.call(method, path, body);
    }
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  async signUp(name: string, invite?: string): Promise<{ accountId: string; recoveryCodes: string[] }> {
    const options = await this.ok('POST', '/sign-up/options', { name, invite });
    const response = this.authenticator.register(options);
    const answer = await this.ok('POST', '/sign-up', { name, invite, passkeyName: 'laptop', response });
    return { accountId: answer.session.account.accountId, recoveryCodes: answer.recoveryCodes };
  }

  async signIn(): Promise<Answer> {
    const options = await this.ok('POST', '/sign-in/options', {});
    return this.call('POST', '/sign-in', { response: this.authenticator.sign(options) });
  }

  async verify(): Promise<Answer> {
    const options = await this.ok('POST', '/verify/options', {});
    return this.call('POST', '/verify', { response: this.authenticator.sign(options) });
  }

  async addPasskey(name: string): Promise<Answer> {
    const options = await this.ok('POST', '/passkeys/options', {});
    return this.call('POST', '/passkeys', { name, response: this.authenticator.register(options) });
  }
}

/** The browser of a player who has just signed up. */
export async function signUpPlayer(
  service: Pick<Service, 'url'>,
): Promise<{ browser: ConsoleBrowser; accountId: string }> {
  const browser = new ConsoleBrowser(service);
  const { accountId } = await browser.signUp('arona');
  return { browser, accountId };
}
