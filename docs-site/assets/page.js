// What the pages can do beyond being read. Without it they are complete; what it adds stays hidden.
(() => {
  const root = document.documentElement;

  // Some browsers give no storage to pages they are told to forget; then nothing is remembered.
  const memory = {
    get(name) {
      try {
        return localStorage.getItem(`rollbook-${name}`);
      } catch {
        return null;
      }
    },
    set(name, value) {
      try {
        localStorage.setItem(`rollbook-${name}`, value);
      } catch {}
    },
  };

  // Before anything is painted, so that nothing flashes.
  const theme = memory.get('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

  addEventListener('DOMContentLoaded', () => {
    themeSwitch(document.querySelector('[data-theme-switch]'));
    const main = document.querySelector('main[data-copy]');
    if (main === null) return;
    tabs();
    copying(main);
    places();
    search(document.querySelector('.search'));
    opening();
  });

  function themeSwitch(button) {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
    const show = () => button.setAttribute('aria-pressed', String(isDark()));
    button.addEventListener('click', () => {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      memory.set('theme', root.dataset.theme);
      show();
    });
    system.addEventListener('change', show);
    show();
    button.hidden = false;
  }

  /** One choice of language for all samples, kept. What was clicked stays where it is on the screen. */
  function tabs() {
    const choose = (value) => {
      for (const radio of document.querySelectorAll(`.tabs input[value="${CSS.escape(value)}"]`))
        radio.checked = true;
    };
    const kept = memory.get('language');
    if (kept !== null) choose(kept);
    for (const tab of document.querySelectorAll('.tabs'))
      tab.addEventListener('change', ({ target }) => {
        const before = target.getBoundingClientRect().top;
        choose(target.value);
        scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
        memory.set('language', target.value);
      });
  }

  function copying(main) {
    const said = document.querySelector('[data-said]');
    for (const pre of main.querySelectorAll('pre')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.textContent = main.dataset.copy;
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(pre.textContent);
        button.textContent = said.textContent = main.dataset.copied;
        button.dataset.done = '';
        setTimeout(() => {
          button.textContent = main.dataset.copy;
          said.textContent = '';
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

  /** Marks in the contents where the reader is, and takes them to the same place in the other language. */
  function places() {
    const links = new Map();
    for (const link of document.querySelectorAll('.contents a[href^="#"]')) {
      const section = document.getElementById(link.hash.slice(1));
      if (section !== null) links.set(section, link);
    }
    const sections = [...links.keys()];
    let here;
    const look = () => {
      // The last that has begun above the upper third of the window; at the very end the last of all.
      const end = innerHeight + scrollY >= root.scrollHeight - 2;
      const line = innerHeight / 3;
      const now = end
        ? sections.at(-1)
        : (sections.findLast((section) => section.getBoundingClientRect().top <= line) ?? sections[0]);
      if (now === here) return;
      links.get(here)?.removeAttribute('aria-current');
      here = now;
      const link = links.get(here);
      link?.setAttribute('aria-current', 'true');
      const list = link?.closest('.contents');
      if (link && list.scrollHeight > list.clientHeight) {
        const { offsetTop } = link;
        if (offsetTop < list.scrollTop + 40 || offsetTop > list.scrollTop + list.clientHeight - 60)
          list.scrollTop = offsetTop - list.clientHeight / 2;
      }
    };
    let waiting = false;
    const lookSoon = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        look();
      });
    };
    addEventListener('scroll', lookSoon, { passive: true });
    addEventListener('resize', lookSoon);
    look();
    for (const link of document.querySelectorAll('[data-keeps-place]'))
      link.addEventListener('click', () => {
        // The very place of the address if it is on the screen, else the section; nothing at the top of the page.
        const exact = document.getElementById(location.hash.slice(1))?.getBoundingClientRect().top ?? -1;
        if (exact >= 0 && exact < innerHeight) link.hash = location.hash;
        else link.hash = scrollY > 0 ? here.id : '';
      });
  }

  /** A place within something folded is unfolded; all is unfolded for print. */
  function opening() {
    const reveal = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const folded = target?.closest('details');
      if (!folded || folded.open) return;
      folded.open = true;
      target.scrollIntoView();
    };
    addEventListener('hashchange', reveal);
    reveal();
    addEventListener('beforeprint', () => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
  }

  /** Sections, their parts and the rows of tables that hold every word asked for. */
  function search(box) {
    const MOST = 30;
    const input = box.querySelector('input');
    const list = box.querySelector('[role="listbox"]');
    const plain = (text) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
    let index;
    let chosen = -1;

    const indexed = () => {
      const entries = [];
      const add = (id, title, text, under) =>
        entries.push({ id, title, text, under, key: plain(title), all: plain(`${title} ${text} ${under}`) });
      for (const section of document.querySelectorAll('main section[id]')) {
        const heading = section.querySelector('h2, h3').textContent.trim();
        const parent = section.parentElement.closest('section')?.querySelector('h2').textContent ?? '';
        const own = [...section.querySelectorAll('p, li')].filter(
          (one) => one.closest('section') === section && !one.closest('table'),
        );
        add(
          section.id,
          heading,
          own.map((one) => one.textContent.replace(/\s+/g, ' ').trim()).join(' '),
          parent,
        );
        for (const part of section.querySelectorAll('h3[id]'))
          add(part.id, part.textContent.trim(), '', heading);
        for (const row of section.querySelectorAll('tbody tr[id]')) {
          const [name, ...cells] = [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim());
          // A rank alone says little.
          const title = /^\d+$/.test(name) ? `${heading} ${name}` : name;
          add(row.id, title, cells.join(' · '), `${heading} ${row.closest('table').caption.textContent}`);
        }
      }
      return entries;
    };

    const close = () => {
      list.hidden = true;
      chosen = -1;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    };
    const choose = (next) => {
      const options = list.querySelectorAll('[role="option"][data-id]');
      if (options.length === 0) return;
      options[chosen]?.setAttribute('aria-selected', 'false');
      chosen = (next + options.length) % options.length;
      options[chosen].setAttribute('aria-selected', 'true');
      options[chosen].scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', options[chosen].id);
    };
    const go = (id) => {
      close();
      input.value = '';
      input.blur();
      const target = document.getElementById(id);
      const folded = target.closest('details');
      if (folded) folded.open = true;
      if (location.hash === `#${id}`) target.scrollIntoView();
      else location.hash = id;
    };
    const find = () => {
      const words = plain(input.value).split(' ').filter(Boolean);
      if (words.length === 0) return close();
      index ??= indexed();
      const rank = ({ key }) =>
        key === words.join(' ')
          ? 0
          : key.startsWith(words[0])
            ? 1
            : words.every((word) => key.includes(word))
              ? 2
              : 3;
      const found = index
        .filter(({ all }) => words.every((word) => all.includes(word)))
        .sort((a, b) => rank(a) - rank(b))
        .slice(0, MOST);
      list.replaceChildren(
        ...(found.length > 0 ? found.map((one, i) => option(one, i, words)) : [nothing()]),
      );
      list.hidden = false;
      input.setAttribute('aria-expanded', 'true');
      chosen = -1;
      choose(0);
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
      const at = plain(text).indexOf(words.find((word) => plain(text).includes(word)) ?? '');
      const from = at > 40 ? at - 20 : 0;
      line.textContent = [under, (from > 0 ? '…' : '') + text.slice(from, from + 120)]
        .filter(Boolean)
        .join(' · ');
      item.append(name, line);
      // Before the input loses the focus and the list is gone.
      item.addEventListener('mousedown', (event) => {
        event.preventDefault();
        go(id);
      });
      return item;
    };
    const nothing = () => {
      const item = document.createElement('li');
      item.role = 'option';
      item.setAttribute('aria-disabled', 'true');
      item.setAttribute('aria-selected', 'false');
      item.textContent = list.dataset.none;
      input.removeAttribute('aria-activedescendant');
      return item;
    };

    input.addEventListener('input', find);
    input.addEventListener('focus', find);
    input.addEventListener('blur', close);
    input.addEventListener('keydown', (event) => {
      // The key that ends a syllable of an input method is not ours.
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') choose(chosen + 1);
      else if (event.key === 'ArrowUp') choose(chosen - 1);
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
