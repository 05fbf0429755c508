import { join } from 'node:path';
import type { AppContext } from '../app-context.ts';
import { ITEMS_FOLDER, PortraitFolder } from './portrait-folder.ts';
import { findPortraitLocation } from './portrait-location.ts';

export interface PortraitFolders {
  readonly portraits: PortraitFolder;
  readonly icons: PortraitFolder;
}

/** Undefined where there is no place for them. */
export function openPortraitFolders({
  config,
  log,
  ticks,
  catalogue,
}: Pick<AppContext, 'config' | 'log' | 'ticks' | 'catalogue'>): PortraitFolders | undefined {
  const location = findPortraitLocation(config);
  if (location === undefined) return undefined;
  const warn = (message: string) => (file: string, problem: string) =>
    log.logger.warn({ file, problem }, message);
  return {
    portraits: new PortraitFolder({
      folder: location.path,
      isKnown: (uid) => catalogue.resolve(uid) !== undefined,
      ticks,
      report: warn('a portrait is not served'),
      isOptional: location.isOwn,
    }),
    icons: new PortraitFolder({
      folder: join(location.path, ITEMS_FOLDER),
      isKnown: (itemId) => catalogue.current.catalogue.hasItem(itemId),
      ticks,
      report: warn('the icon of an item is not served'),
      isOptional: true,
    }),
  };
}
