import { createSearch } from './share-search.js';
import { storage } from './storage.js';
import { applyTheme, initThemeSwitch } from './theme.js';

// Sorts and filters the students of a link, as cards or as a table. The page is complete without it.
(() => {
  const root = document.documentElement;

  applyTheme();
  // The members of a board stand side by side where there is room.
  const isBoard = /\/b\/[^/]*$/.test(location.pathname);
  const stored = isBoard ? 'board-view' : 'share-view';
  const initial = storage.get(stored) ?? (isBoard && innerWidth >= 768 ? 'table' : 'cards');
  // Also tells the style sheet, before the first paint, that the tools work.
  root.dataset.view = initial === 'table' ? 'table' : 'cards';
  // Letters take the place of a portrait that does not load.
  addEventListener('error', ({ target }) => target instanceof HTMLImageElement && target.remove(), true);
  addEventListener('DOMContentLoaded', () => {
    initThemeSwitch();
    initOwners();
    const tools = document.querySelector('.tools');
    // Few students have no tools, and no way back from a table.
    if (tools === null) {
      root.dataset.view = 'cards';
      return;
    }
    const table = document.querySelector('.students');
    const rows = [...table.tBodies[0].rows];
    initView(tools, table, rows);
    initOrder(tools, table, rows);
    initFilters(tools, rows);
    initCounts(tools, rows);
  });

  /** Who has a student, best first, and who has not. */
  function initOwners() {
    const table = document.querySelector('.board');
    table?.addEventListener('click', ({ target }) => {
      const button = target.closest('[aria-haspopup]');
      if (button === null) return;
      const dialog = document.createElement('dialog');
      const title = document.createElement('h2');
      const list = document.createElement('ol');
      const close = document.createElement('button');
      title.textContent = button.textContent;
      // Not the button at the end, which would be scrolled to.
      title.tabIndex = -1;
      const placeOf = (cell) => Number(cell.className.match(/\d+/)[0]) + (cell.matches('.no') ? 1 : 0);
      const cells = [...button.closest('tr').cells].slice(1).toSorted((a, b) => placeOf(a) - placeOf(b));
      for (const cell of cells) {
        const item = document.createElement('li');
        item.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
        if (cell.matches('.no')) item.append(` ${table.dataset.none}`);
        list.append(item);
      }
      close.textContent = table.dataset.close;
      close.addEventListener('click', () => dialog.close());
      dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
      dialog.addEventListener('close', () => {
        dialog.remove();
        button.focus();
      });
      dialog.ariaLabel = button.textContent;
      dialog.append(title, list, close);
      document.body.append(dialog);
      dialog.showModal();
      title.focus();
    });
  }

  /** How many of the students that are shown each member of a board has. */
  function initCounts(tools, rows) {
    const counts = [...document.querySelectorAll('.counts li')];
    if (counts.length === 0) return;
    const update = () => {
      const shown = rows.filter((row) => !row.hidden);
      for (const [member, item] of counts.entries()) {
        const count = shown.filter((row) => !row.cells[member + 1].matches('.no')).length;
        item.querySelector('b').textContent = count;
        item.style.order = -count;
      }
    };
    tools.addEventListener('input', update);
    for (const button of document.querySelectorAll('[data-clear]')) button.addEventListener('click', update);
    addEventListener('pageshow', update);
  }

  /** Cards are a list to those who do not see them, and a table is one. */
  function initView(tools, table, rows) {
    const setRole = (element, role) =>
      role === null ? element.removeAttribute('role') : element.setAttribute('role', role);
    const show = (view) => {
      const isTable = view === 'table';
      root.dataset.view = view;
      setRole(table, isTable ? null : 'presentation');
      setRole(table.tBodies[0], isTable ? null : 'list');
      for (const row of rows) setRole(row, isTable ? null : 'listitem');
    };
    const views = tools.querySelectorAll('[name="view"]');
    for (const radio of views) {
      radio.checked = radio.value === root.dataset.view;
      radio.addEventListener('change', () => {
        show(radio.value);
        storage.set(stored, radio.value);
      });
    }
    show(root.dataset.view);
  }

  /** Between equal students the order in which they came decides. */
  function initOrder(tools, table, rows) {
    const select = tools.querySelector('[data-orders]');
    const status = tools.querySelector('[data-ascending]');
    const heads = [...table.querySelectorAll('[data-order]')];
    const { compare } = new Intl.Collator(root.lang);
    const valuesBy = {
      name: (row) => row.cells[0].textContent,
      stars: countStars,
      level: (row) => numberIn(row, 'level'),
      bond: (row) => numberIn(row, 'bond'),
    };
    const [first] = select.options;
    let current = { order: first.value, isDescending: first.value !== 'name' };

    const sort = (order, isDescending) => {
      const values = new Map(rows.map((row) => [row, valuesBy[order](row)]));
      const sign = isDescending ? -1 : 1;
      const compareRows = (a, b) => {
        const [one, other] = [values.get(a), values.get(b)];
        // A value that is not known comes last either way.
        if (one === undefined || other === undefined) return (one === undefined) - (other === undefined);
        return sign * (order === 'name' ? compare(one, other) : one - other);
      };
      table.tBodies[0].append(...rows.toSorted(compareRows));
      current = { order, isDescending };
      select.value = order;
      markHeads();
      const direction = isDescending ? status.dataset.descending : status.dataset.ascending;
      status.textContent = `${select.selectedOptions[0].text}, ${direction}`;
    };
    const markHeads = () => {
      for (const head of heads) {
        if (head.dataset.order !== current.order) head.parentElement.removeAttribute('aria-sort');
        else head.parentElement.ariaSort = current.isDescending ? 'descending' : 'ascending';
      }
    };
    select.addEventListener('change', () => sort(select.value, select.value !== 'name'));
    for (const head of heads)
      head.addEventListener('click', () => {
        const { order } = head.dataset;
        sort(order, order === current.order ? !current.isDescending : order !== 'name');
      });
    markHeads();
    // The browser brings back what was chosen before the page was left.
    addEventListener('pageshow', () => {
      if (select.value !== current.order) sort(select.value, select.value !== 'name');
    });
  }

  function initFilters(tools, rows) {
    const input = tools.querySelector('[type="search"]');
    const selects = [...tools.querySelectorAll('[data-filter]')];
    const toggle = tools.querySelector('[data-filters]');
    const count = tools.querySelector('.count');
    const none = document.querySelector('.none');
    const clearButtons = document.querySelectorAll('[data-clear]');
    let search;
    const findNames = (query) => {
      search ??= createSearch(rows.map((row) => row.dataset.keys.split(' ')));
      return search(query);
    };
    const meets = (row, { dataset: { filter }, value }) =>
      filter === 'stars'
        ? countStars(row) === Number(value)
        : row.dataset[filter]?.split(' ').includes(value);

    const update = () => {
      const found = input.value.trim() === '' ? undefined : findNames(input.value);
      const chosen = selects.filter(({ value }) => value !== '');
      let shown = 0;
      for (const [place, row] of rows.entries()) {
        row.hidden = found?.[place] === false || !chosen.every((select) => meets(row, select));
        if (!row.hidden) shown += 1;
      }
      const { all, some } = count.dataset;
      const text = shown === rows.length ? all : some.replace('{}', shown);
      if (count.textContent !== text) count.textContent = text;
      none.hidden = shown > 0;
      toggle.querySelector('span').textContent = chosen.length || '';
      for (const button of clearButtons) button.hidden = chosen.length === 0 && input.value === '';
    };
    tools.addEventListener('input', update);
    toggle.addEventListener('click', () => {
      toggle.ariaExpanded = String(toggle.ariaExpanded !== 'true');
    });
    for (const button of clearButtons)
      button.addEventListener('click', () => {
        for (const field of [input, ...selects]) field.value = '';
        update();
        input.focus();
      });
    update();
    addEventListener('pageshow', update);
  }

  const countStars = (row) => row.querySelector('.stars').textContent.length;

  function numberIn(row, column) {
    const [digits] = row.querySelector(`.${column}`).textContent.match(/\d+/) ?? [];
    return digits === undefined ? undefined : Number(digits);
  }
})();
