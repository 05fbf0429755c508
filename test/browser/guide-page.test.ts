import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { useProcess } from '../use-service.ts';
import { useBrowser, visit } from './browser.ts';

const [service, browser] = await Promise.all([useProcess(), useBrowser()]);

const PHONE = { width: 360, height: 740 };
const GUIDES = ['/docs', '/docs/en'];
const PAGES = ['/', '/en', ...GUIDES, '/docs/assistants', '/docs/en/assistants'];
const REFERENCES = ['/docs/api', '/docs/en/api'];
const read = (path: string, use: (page: Page) => Promise<void>, options?: BrowserContextOptions) =>
  visit(browser, service.url + path, use, options);
const isInView = (page: Page, id: string): Promise<boolean> =>
  page.locator(`[id="${id}"]`).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top >= 0 && top < innerHeight / 2;
  });

test('the Korean and the English guide have the same sections, rows and samples', async () => {
  const structure = async (path: string) => {
    let found: string[] = [];
    await read(path, async (page) => {
      found = await page
        .locator('main [id], figure[data-sample]')
        .evaluateAll((elements) =>
          elements.map((element) => element.id || JSON.stringify({ ...(element as HTMLElement).dataset })),
        );
    });
    return found;
  };
  const korean = await structure('/docs');
  assert.ok(korean.length > 50);
  assert.deepEqual(await structure('/docs/en'), korean);
});

for (const [path, copy] of [
  ['/docs', '복사'],
  ['/docs/en', 'Copy'],
] as const)
  test(`every copy button of ${path} copies the text of its block`, () =>
    read(
      path,
      async (page) => {
        const frames = await page.locator('.copyable:visible').all();
        assert.ok(frames.length > 10);
        for (const frame of frames) {
          await frame.getByRole('button', { name: copy, exact: true }).click();
          const copied = await page.evaluate(() => navigator.clipboard.readText());
          assert.equal(copied, await frame.locator('pre').textContent());
        }
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ));

describe('guide search', () => {
  for (const [path, term, id] of [
    ['/docs', '인연', 'bond'],
    ['/docs', 'weaponLevel', undefined],
    ['/docs/en', 'rate_limited', 'error-rate_limited'],
    ['/docs/en', 'growthPlan', 'client-growthPlan'],
    ['/docs', 'Bulk-Operation', 'history-bulk'],
    ['/docs', 'webhook', 'questions-webhooks'],
    ['/docs/en', 'Webhook', 'questions-webhooks'],
    ['/docs', 'OAuth', 'questions-oauth'],
    ['/docs/en', 'OAuth', 'questions-oauth'],
    ['/docs', 'batch', 'questions-batch'],
    ['/docs/en', 'Batch', 'questions-batch'],
    ['/docs', '멱등', 'questions-idempotency'],
    ['/docs/en', 'Idempotency', 'questions-idempotency'],
    ['/docs', 'timeout', 'questions-timeouts'],
    ['/docs/en', 'Timeout', 'questions-timeouts'],
  ] as const)
    test(`the search of ${path} finds ${term} and opens its section`, () =>
      read(path, async (page) => {
        await page.keyboard.press('/');
        const search = page.getByRole('combobox');
        assert.ok(await search.evaluate((element) => element === document.activeElement));
        await page.keyboard.insertText(term);
        const first = page.getByRole('option', { selected: true });
        assert.match(await first.innerText(), new RegExp(term));
        const expected = id ?? (await first.getAttribute('data-id')) ?? '';
        await page.keyboard.press('Enter');
        await page.waitForURL(({ hash }) => hash === `#${expected}`);
        assert.ok(await isInView(page, expected), `${expected} is not in view`);
        assert.equal(await page.getByRole('listbox').isVisible(), false);
      }));

  test('the search is navigated by arrow keys, closed by Escape, and reports when nothing is found', () =>
    read('/docs', async (page) => {
      const search = page.getByRole('combobox');
      await search.fill('student');
      const options = page.getByRole('option');
      assert.ok((await options.count()) > 2);
      await page.keyboard.press('ArrowDown');
      assert.equal(await options.nth(1).getAttribute('aria-selected'), 'true');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      assert.equal(await options.last().getAttribute('aria-selected'), 'true');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('listbox').isVisible(), false);
      await search.fill('이런 것은 없다');
      assert.match(await options.innerText(), /없습니다/);
    }));
});

test('the chosen language of the samples is remembered across pages', () =>
  read('/docs', async (page) => {
    const shown = () => languagesShown(page);
    // A sync needs a JSON parser, so it has no sample for the shell.
    assert.deepEqual(await shown(), ['curl', 'javascript']);
    await page.getByRole('radio', { name: 'Python' }).first().check();
    assert.deepEqual(await shown(), ['python']);
    await page.reload();
    assert.deepEqual(await shown(), ['python']);
    await page.goto(`${service.url}/docs/en`);
    assert.deepEqual(await shown(), ['python']);
  }));

const languagesShown = (page: Page): Promise<string[]> =>
  page
    .locator('figure[data-sample]:visible')
    .evaluateAll((figures) => [
      ...new Set(figures.map((figure) => (figure as HTMLElement).dataset.language ?? '')),
    ]);

test('the language links keep the current section', () =>
  read('/docs', async (page) => {
    for (const id of ['paging', 'error-forbidden', 'bond']) {
      await page.goto(`${service.url}/docs#${id}`);
      await untilMarkedInContents(page, id);
      await page.getByRole('link', { name: 'English', exact: true }).click();
      await page.waitForURL(/\/docs\/en/);
      await page.waitForURL(({ hash }) => hash === `#${id}`);
      assert.ok(await isInView(page, id), `${id} is not in view`);
      await untilMarkedInContents(page, id);
      await page.getByRole('link', { name: '한국어', exact: true }).click();
      await page.waitForURL(/\/docs\/ko(#|$)/);
      await page.waitForURL(({ hash }) => hash === `#${id}`);
    }
  }));

/** Waits until the table of contents marks the section as current. */
const untilMarkedInContents = (page: Page, id: string): Promise<void> =>
  page.locator(`.contents a[aria-current][href="#${id}"]`).waitFor();

describe('colour scheme', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test('the colour scheme follows the system until one is chosen, which every page with a script remembers', () =>
    read('/docs', async (page) => {
      const light = await background(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await background(page);
      assert.notEqual(dark, light);
      await page.getByRole('button', { name: '어두운 화면' }).click();
      assert.equal(await background(page), light);
      for (const path of [...PAGES.filter((one) => one.startsWith('/docs')), ...REFERENCES]) {
        await page.goto(service.url + path);
        assert.equal(await background(page), light, path);
      }
      await page.getByRole('button', { name: 'Dark theme' }).click();
      assert.equal(await background(page), dark);
    }));

  test('the front page follows the system', () =>
    read(
      '/',
      async (page) => {
        const dark = await background(page);
        await page.emulateMedia({ colorScheme: 'light' });
        assert.notEqual(await background(page), dark);
      },
      { colorScheme: 'dark' },
    ));
});

describe('keyboard navigation', () => {
  test('the Tab key reaches every control of every page in order, with a visible focus outline', () =>
    read('/', async (page) => {
      for (const path of [...PAGES, ...REFERENCES]) {
        await page.goto(service.url + path);
        const expected = await page.evaluate(() => {
          const all = [
            ...document.querySelectorAll<HTMLElement>('a[href], button, input, summary, [tabindex="0"]'),
          ];
          const reachable = all.filter((one) => {
            // Tab reaches only the checked radio button of a group.
            if (one instanceof HTMLInputElement && one.type === 'radio' && !one.checked) return false;
            return one.checkVisibility({ visibilityProperty: true });
          });
          for (const [i, one] of reachable.entries()) one.dataset.expected = String(i);
          const stops: { index: string | undefined; outline: string; html: string }[] = [];
          Object.assign(globalThis, { stops });
          addEventListener('focusin', ({ target }) => {
            const focused = target as HTMLElement;
            // A radio button is invisible; its label shows the focus outline.
            const shown = focused.matches('input[type="radio"]')
              ? (focused.closest('label') ?? focused)
              : focused;
            const { outlineStyle, outlineWidth } = getComputedStyle(shown);
            stops.push({
              index: focused.dataset.expected,
              outline: outlineStyle === 'none' ? '' : outlineWidth,
              html: focused.outerHTML.slice(0, 120),
            });
          });
          return reachable.length;
        });
        assert.ok(expected > 3);
        for (let i = 0; i < expected; i += 1) await page.keyboard.press('Tab');
        const stops = await page.evaluate(
          () =>
            (globalThis as unknown as { stops: { index?: string; outline: string; html: string }[] }).stops,
        );
        assert.equal(stops.length, expected, path);
        for (const [i, { index, outline, html }] of stops.entries()) {
          assert.equal(index, String(i), `${path}: ${html}`);
          assert.match(outline, /^[1-9]/, `no outline on ${html} of ${path}`);
        }
      }
    }));

  test('focusing the top bar does not scroll the page', () =>
    read('/docs#paging', async (page) => {
      await untilMarkedInContents(page, 'paging');
      const scrollPosition = () => page.evaluate(() => scrollY);
      const before = await scrollPosition();
      for (const key of ['/', 'Tab', 'Tab']) {
        await page.keyboard.press(key);
        assert.equal(await scrollPosition(), before, `after ${key}`);
      }
    }));

  test('the first Tab stop is the link that skips the table of contents', () =>
    read('/docs', async (page) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'content');
    }));
});

test('every page fits a screen 360 px wide', () =>
  read(
    '/',
    async (page) => {
      for (const path of [...PAGES, ...REFERENCES]) {
        await page.goto(service.url + path);
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return { scrollWidth, clientWidth };
        });
        assert.equal(clientWidth, PHONE.width, path);
        assert.ok(scrollWidth <= clientWidth, `${path} is ${scrollWidth} px wide`);
      }
    },
    { viewport: PHONE },
  ));

for (const path of ['/docs', '/docs/en'])
  test(`${path} prints without navigation and with all sections expanded`, () =>
    read(path, async (page) => {
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      for (const role of ['navigation', 'search', 'button'] as const)
        assert.equal(await page.getByRole(role).filter({ visible: true }).count(), 0, role);
      assert.ok(await page.getByRole('cell', { name: '240,225', exact: true }).first().isVisible());
    }));

test('every page is complete without JavaScript and shows no control that needs it', async () => {
  const complete = new Map<string, string>();
  const text = (page: Page) => page.locator('main').innerText();
  await read('/', async (page) => {
    for (const path of PAGES) {
      await page.goto(service.url + path);
      await page.locator('main button').evaluateAll((buttons) => {
        for (const button of buttons) button.remove();
      });
      complete.set(path, await text(page));
    }
  });
  await read(
    '/',
    async (page) => {
      for (const path of PAGES) {
        await page.goto(service.url + path);
        assert.equal(await text(page), complete.get(path));
        assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0, path);
        if (GUIDES.includes(path)) {
          await page.getByRole('radio', { name: 'JavaScript' }).first().check();
          assert.ok((await languagesShown(page)).includes('javascript'));
          await page.locator('summary').first().click();
          assert.ok(await page.getByRole('cell', { name: '240,225', exact: true }).first().isVisible());
        }
      }
    },
    { javaScriptEnabled: false },
  );
});

test('the start page shows that the service is ready and the number of students', () =>
  read('/', async (page) => {
    assert.match(await page.locator('main').innerText(), /지금 요청을 처리할 수 있습니다/);
    assert.match(await page.locator('main').innerText(), /272/);
  }));
