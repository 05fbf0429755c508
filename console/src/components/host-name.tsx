import { Fragment } from 'preact';
import styles from './host-name.module.css';

/** Breaks at dots alone, since a hyphen at the end of a line misleads about the site. Its last two labels stay together. */
export function HostName({ host }: { host: string }) {
  const labels = host.split('.');
  const parts = [...labels.slice(0, -2).map((label) => `${label}.`), labels.slice(-2).join('.')];
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span class={styles.part}>{part}</span>
    </Fragment>
  ));
}
