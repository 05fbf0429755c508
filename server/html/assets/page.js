import { storage } from './storage.js';
import { applyTheme, initThemeSwitch } from './theme.js';

// Progressive enhancement: theme switch, language tabs, copy buttons, search. Pages are complete without it.
(() => {
  const root = document.documentElement;

  applyTheme();
  addEventListener('DOMContentLoaded', () => {
    initThemeSwitch();
    const main = document.querySelector('main[data-copy]');
    if (main === null) return;
    initLanguageTabs();
    initCopyButtons(main);
    initScrollSpy();
    initMenu(document.getElementById('contents'));
    initSearch(document.querySelector('.search'));
    initDetails();
  });

  /** One language for all samples, remembered. The clicked tab keeps its place on the screen. */
  function initLanguageTabs() {
    const choose = (value) => {
      for (const radio of document.querySelectorAll(`.tabs input[value="${CSS.escape(value)}"]`))
        radio.checked = true;
    };
    const saved = storage.get('language');
    if (saved !== null) choose(saved);
    for (const tab of document.querySelectorAll('.tabs'))
      tab.addEventListener('change', ({ target }) => {
        const before = target.getBoundingClientRect().top;
        choose(target.value);
        scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
        storage.set('language', target.value);
      });
  }

  function initCopyButtons(main) {
    const status = document.querySelector('[data-copy-status]');
    for (const pre of main.querySelectorAll('pre')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.textContent = main.dataset.copy;
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(pre.textContent);
        button.textContent = status.textContent = main.dataset.copied;
        button.dataset.done = '';
        setTimeout(() => {
          button.textContent = main.dataset.copy;
          status.textContent = '';
          delete button.dataset.done;
        }, 2000);
      });
      let frame = pre.closest('figure');
      if (frame === null) {
        frame = document.createElement('div');
        pre.replaceWith(frame);
        frame.append(pre);
      }
      frame.classList.add('copyable');
      frame.append(button);
    }
  }

  /** Marks the current section in the table of contents, and keeps it when the language changes. */
  function initScrollSpy() {
    const links = new Map();
    for (const link of document.querySelectorAll('.contents a[href^="#"]')) {
      const section = document.getElementById(link.hash.slice(1));
      if (section !== null) links.set(section, link);
    }
    const sections = [...links.keys()];
    let current;
    const update = () => {
      // The last section that starts in the upper third of the window; at the bottom of the page the last one.
      const atBottom = innerHeight + scrollY >= root.scrollHeight - 2;
      const threshold = innerHeight / 3;
      const next = atBottom
        ? sections.at(-1)
        : (sections.findLast((section) => section.getBoundingClientRect().top <= threshold) ?? sections[0]);
      if (next === current) return;
      links.get(current)?.removeAttribute('aria-current');
      current = next;
      const link = links.get(current);
      link?.setAttribute('aria-current', 'true');
      const list = link?.closest('.contents');
      if (link && list.scrollHeight > list.clientHeight) {
        const { offsetTop } = link;
        if (offsetTop < list.scrollTop + 40 || offsetTop > list.scrollTop + list.clientHeight - 60)
          list.scrollTop = offsetTop - list.clientHeight / 2;
      }
    };
    let scheduled = false;
    const scheduleUpdate = () => {
      if (scheduled) return;
      scheduled = true;
      requestAnimationFrame(() => {
        scheduled = false;
        update();
      });
    };
    addEventListener('scroll', scheduleUpdate, { passive: true });
    addEventListener('resize', scheduleUpdate);
    update();
    for (const link of document.querySelectorAll('[data-keeps-place]'))
      link.addEventListener('click', () => {
        // The anchor in the URL if it is on the screen, else the current section; no anchor at the top of the page.
        const anchorTop = document.getElementById(location.hash.slice(1))?.getBoundingClientRect().top ?? -1;
        if (anchorTop >= 0 && anchorTop < innerHeight) link.hash = location.hash;
        else link.hash = scrollY > 0 ? current.id : '';
      });
  }

  /** The table of contents is a popover on narrow screens, which a followed link closes. */
  function initMenu(contents) {
    contents.addEventListener('click', ({ target }) => {
      if ('popover' in contents && target.closest('a') && contents.matches(':popover-open'))
        contents.hidePopover();
    });
  }

  /** Opens a <details> that contains the link target, and all of them for print. */
  function initDetails() {
    const reveal = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const details = target?.closest('details');
      if (!details || details.open) return;
      details.open = true;
      target.scrollIntoView();
    };
    addEventListener('hashchange', reveal);
    reveal();
    addEventListener('beforeprint', () => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
  }

  /** Finds the sections, subsections and table rows that contain every search word. */
  function initSearch(box) {
    const MAX_RESULTS = 30;
    const input = box.querySelector('input');
    const list = box.querySelector('[role="listbox"]');
    const normalize = (text) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
    let index;
    let selected = -1;

    const buildIndex = () => {
      const entries = [];
      const add = (id, title, text, under) =>
        entries.push({
          id,
          title,
          text,
          under,
          key: normalize(title),
          all: normalize(`${title} ${text} ${under}`),
        });
      for (const section of document.querySelectorAll('main section[id]')) {
        const heading = section.querySelector('h2, h3').textContent.trim();
        const parent = section.parentElement.closest('section')?.querySelector('h2').textContent ?? '';
        const parts = [{ id: section.id, title: heading, texts: [], under: parent }];
        for (const one of section.querySelectorAll('h3[id], p, li')) {
          if (one.closest('section') !== section || one.closest('table')) continue;
          const text = one.textContent.replace(/\s+/g, ' ').trim();
          if (one.matches('h3')) parts.push({ id: one.id, title: text, texts: [], under: heading });
          else parts.at(-1).texts.push(text);
        }
        for (const { id, title, texts, under } of parts) add(id, title, texts.join(' '), under);
        for (const field of section.querySelectorAll('.fields > [id]')) {
          if (field.closest('section') !== section) continue;
          const [name, text] = ['dt', 'dd'].map((part) => field.querySelector(part).textContent.trim());
          add(field.id, name, text, heading);
        }
        for (const row of section.querySelectorAll('tbody tr[id]')) {
          const [name, ...cells] = [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim());
          // A bond rank is only a number: adds the heading to it.
          const title = /^\d+$/.test(name) ? `${heading} ${name}` : name;
          add(row.id, title, cells.join(' · '), `${heading} ${row.closest('table').caption.textContent}`);
        }
      }
      return entries;
    };

    const close = () => {
      list.hidden = true;
      selected = -1;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    };
    const select = (next) => {
      const options = list.querySelectorAll('[role="option"][data-id]');
      if (options.length === 0) return;
      options[selected]?.setAttribute('aria-selected', 'false');
      selected = (next + options.length) % options.length;
      options[selected].setAttribute('aria-selected', 'true');
      options[selected].scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', options[selected].id);
    };
    const go = (id) => {
      close();
      input.value = '';
      input.blur();
      const target = document.getElementById(id);
      const details = target.closest('details');
      if (details) details.open = true;
      if (location.hash === `#${id}`) target.scrollIntoView();
      else location.hash = id;
    };
    const runSearch = () => {
      const words = normalize(input.value).split(' ').filter(Boolean);
      if (words.length === 0) return close();
      index ??= buildIndex();
      const rank = ({ key }) =>
        key === words.join(' ')
          ? 0
          : key.startsWith(words[0])
            ? 1
            : words.every((word) => key.includes(word))
              ? 2
              : 3;
      const results = index
        .filter(({ all }) => words.every((word) => all.includes(word)))
        .sort((a, b) => rank(a) - rank(b))
        .slice(0, MAX_RESULTS);
      list.replaceChildren(
        ...(results.length > 0 ? results.map((one, i) => option(one, i, words)) : [noResults()]),
      );
      list.hidden = false;
      input.setAttribute('aria-expanded', 'true');
      selected = -1;
      select(0);
    };
    const option = ({ id, title, text, under }, i, words) => {
      const item = document.createElement('li');
      item.role = 'option';
      item.id = `found-${i}`;
      item.dataset.id = id;
      item.setAttribute('aria-selected', 'false');
      const name = document.createElement('b');
      name.textContent = title;
      const line = document.createElement('span');
      const at = normalize(text).indexOf(words.find((word) => normalize(text).includes(word)) ?? '');
      const from = at > 40 ? at - 20 : 0;
      line.textContent = [under, (from > 0 ? '…' : '') + text.slice(from, from + 120)]
        .filter(Boolean)
        .join(' · ');
      item.append(name, line);
      // Not click: mousedown comes before blur, which closes the list.
      item.addEventListener('mousedown', (event) => {
        event.preventDefault();
        go(id);
      });
      return item;
    };
    const noResults = () => {
      const item = document.createElement('li');
      item.role = 'option';
      item.setAttribute('aria-disabled', 'true');
      item.setAttribute('aria-selected', 'false');
      item.textContent = list.dataset.none;
      input.removeAttribute('aria-activedescendant');
      return item;
    };

    input.addEventListener('input', runSearch);
    input.addEventListener('focus', runSearch);
    input.addEventListener('blur', close);
    input.addEventListener('keydown', (event) => {
      // Ignores keys of an input method, such as Enter to finish a Korean syllable.
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') select(selected + 1);
      else if (event.key === 'ArrowUp') select(selected - 1);
      else if (event.key === 'Enter') {
        const { id } = list.querySelector('[aria-selected="true"]')?.dataset ?? {};
        if (id !== undefined) go(id);
      } else if (event.key === 'Escape') {
        input.value = '';
        close();
        input.blur();
      } else return;
      event.preventDefault();
    });
    addEventListener('keydown', (event) => {
      const typing = event.target.closest?.('input:not([type="radio"]), textarea, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      input.focus();
    });
    box.hidden = false;
  }
})();
