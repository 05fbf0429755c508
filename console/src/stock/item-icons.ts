import { signal } from '@preact/signals';
import { ITEM_ICONS_PATH } from '../../../contract/paths.ts';
import type { ItemKind } from '../../../game/growth-facts.ts';
import { type Hashes, hasPortraits, imageUrl, loadHashes, portraitUrl } from '../roster/portraits.ts';

const hashes = signal<Hashes | undefined>(undefined);
let isLoaded = false;

/** Loads the list once, if the service may have icons. */
export async function loadItemIcons(): Promise<void> {
  if (isLoaded || !hasPortraits.peek()) return;
  isLoaded = true;
  await loadHashes(ITEM_ICONS_PATH, hashes);
}

/** An eleph without an icon of its own has the face of its student. */
export const itemIconUrl = (itemId: string, kind: ItemKind): string | undefined =>
  imageUrl(ITEM_ICONS_PATH, itemId, hashes.value) ?? (kind === 'eleph' ? portraitUrl(itemId) : undefined);
