import { formatJson, tokenize } from './code-text.js';
import { requestSamples } from './request-samples.js';

// The forms of the reference. What is typed, the key included, is in the inputs alone.
{
  const main = document.querySelector('main[data-base-url]');
  const headerNames = main.dataset.headers.split(',');
  const keyInputs = main.querySelectorAll('.try input[name="key"]');
  for (const box of main.querySelectorAll('.try')) initForm(box);

  function initForm(box) {
    const form = box.querySelector('form');
    const key = form.elements.namedItem('key');
    key.addEventListener('input', () => {
      for (const input of keyInputs) input.value = key.value;
    });
    form.addEventListener('input', ({ target }) => {
      if (target !== key) showSamples(box);
    });
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const button = form.querySelector('button');
      button.disabled = true;
      await send(box, key.value.trim());
      button.disabled = false;
      button.focus({ preventScroll: true });
    });
    box.hidden = false;
  }

  /** The parameters as typed; empty ones are left out. */
  function readForm(box) {
    const query = {};
    const headers = {};
    let uid = '';
    for (const { name, value, dataset } of box.querySelectorAll('[data-in]')) {
      if (dataset.in === 'path') uid = value;
      else if (value === '') continue;
      else if (dataset.in === 'header') headers[name] = value;
      else query[name] = 'integer' in dataset && /^\d+$/.test(value) ? Number(value) : value;
    }
    return {
      method: box.dataset.method,
      path: box.dataset.path,
      uid,
      headers,
      ...(Object.keys(query).length > 0 && { query }),
    };
  }

  /** Rewrites the samples above the form, if any. They stay as they are while the body is no JSON object. */
  function showSamples(box) {
    const { headers: _, ...request } = readForm(box);
    const input = box.querySelector('textarea');
    if (input !== null) {
      request.body = parseObject(input.value);
      const problem = request.body === undefined ? input.dataset.invalid : '';
      const shown = box.querySelector('[data-problem]');
      if (shown.textContent !== problem) shown.textContent = problem;
      if (request.body === undefined) return;
    }
    const texts = requestSamples(main.dataset.baseUrl, request);
    for (const sample of main.querySelectorAll(`[data-sample="${box.dataset.operation}"]`))
      showCode(sample.querySelector('code'), texts[sample.dataset.language]);
  }

  function parseObject(text) {
    try {
      const value = JSON.parse(text);
      return typeof value === 'object' && value !== null ? value : undefined;
    } catch {
      return undefined;
    }
  }

  async function send(box, key) {
    const { method, path, uid, query, headers } = readForm(box);
    const body = box.querySelector('textarea')?.value;
    // The address of this page, which may differ from the public URL in the samples.
    const api = new URL(box.dataset.api, document.baseURI).href;
    const url = `${api}${path.replace(/\{\w+\}/, encodeURIComponent(uid))}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const status = box.querySelector('[data-failed]');
    const answer = box.querySelector('.answer');
    const startedAt = performance.now();
    try {
      const response = await fetch(url, {
        method,
        credentials: 'omit',
        headers: {
          ...headers,
          ...(key !== '' && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body,
      });
      const text = await response.text();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
      status.textContent = `${response.status} ${response.statusText} · ${seconds} ${status.dataset.seconds}`;
      const headerLines = headerNames
        .filter((name) => response.headers.has(name))
        .map((name) => `${name}: ${response.headers.get(name)}\n`);
      const value = parseObject(text);
      showCode(
        answer.querySelector('pre'),
        `${headerLines.join('')}\n${value === undefined ? text : formatJson(value)}`,
      );
      answer.hidden = false;
      answer.scrollIntoView({ block: 'nearest' });
    } catch {
      status.textContent = status.dataset.failed;
      answer.hidden = true;
    }
  }

  function showCode(element, text) {
    element.replaceChildren(
      ...tokenize(text).map(({ text, kind }) => {
        if (kind === undefined) return text;
        const token = document.createElement('span');
        token.className = kind;
        token.textContent = text;
        return token;
      }),
    );
  }
}
