import type { VNode } from 'preact';
import type { KeyView } from '../../../../server/keys/views.ts';
import { Rows } from '../../components/rows.tsx';
import styles from './connection-list.module.css';
import { stateOfKey } from './key-state.ts';

/** Those that have not ended and those that have, each the newest first. */
export function splitByEnd<Key extends KeyView>(keys: readonly Key[]): { active: Key[]; ended: Key[] } {
  const newestFirst = keys.toSorted((a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt));
  return {
    active: newestFirst.filter((key) => !stateOfKey(key).isEnded),
    ended: newestFirst.filter((key) => stateOfKey(key).isEnded),
  };
}

export const ConnectionRows = ({ children }: { children: readonly VNode[] }) => (
  <Rows class={styles.list}>{children}</Rows>
);

/** The ended ones, which are folded up. */
export const EndedList = ({ summary, rows }: { summary: string; rows: readonly VNode[] }) =>
  rows.length === 0 ? null : (
    <details>
      <summary>{summary}</summary>
      <ConnectionRows>{rows}</ConnectionRows>
    </details>
  );
