import { computed } from '@preact/signals';
import { attributeLabels, catalogueVersion, rosterEntries } from './roster-store.ts';
import { query, search } from './roster-view-state.ts';

/** How long the first rendering takes at most. */
const IDLE_MS = 1_000;

/** Also by the address, before the list is used. */
export const isSearched = computed(() => query.value.trim() !== '');

let loading: { readonly catalogue: string; readonly search: Promise<void> } | undefined;

/** Once for each catalogue. Never rejects: before it is there, the list is searched by names alone. */
export function loadSearch(): Promise<void> {
  const catalogue = catalogueVersion.peek();
  if (loading?.catalogue !== catalogue) {
    const begun = readSearch().catch(() => {
      loading = undefined;
    });
    loading = { catalogue, search: begun };
  }
  return loading.search;
}

async function readSearch(): Promise<void> {
  const { createRosterSearch } = await import('./search-roster.ts');
  let find: ReturnType<typeof createRosterSearch> | undefined;
  const build = () => {
    find ??= createRosterSearch(
      rosterEntries({ isTracked: false }).map(({ student }) => student),
      attributeLabels.peek(),
    );
    return find;
  };
  search.value = (text) => build()(text);
  // Before the first letter is typed, and not while the list is being rendered. Safari tells no idle time.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(build);
  else setTimeout(build, IDLE_MS);
}
