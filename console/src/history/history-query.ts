import type { ChangeKind } from '../../../contract/history.ts';
import type { GroupAuthorView } from '../../../server/history/views.ts';

/** What the list shows, as the address of the page has it. */
export interface HistoryFilter {
  /** `key:ID`, `session:ID`, `console` or `operator`. */
  readonly author?: string | undefined;
  readonly student?: string | undefined;
  readonly kind?: ChangeKind | undefined;
  /** A day in the time zone of the browser. */
  readonly since?: string | undefined;
  readonly group?: string | undefined;
}

export function toQuery(filter: HistoryFilter): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** The author in an address. */
export function toAuthorFilter(author: GroupAuthorView): string {
  switch (author.kind) {
    case 'key':
      return `key:${author.id}`;
    case 'console':
      return `session:${author.sessionId}`;
    case 'operator':
      return 'operator';
  }
}
