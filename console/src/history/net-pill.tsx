import { Icon } from '../components/icon.tsx';
import { HISTORY } from '../texts/history-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './net-pill.module.css';

interface Props {
  kind: keyof typeof HISTORY.pills;
  hasIcon?: boolean;
}

const LOOKS: Partial<Record<Props['kind'], string>> = { registered: 'accent', removed: 'warning' };

/** What became of a student. */
export const NetPill = ({ kind, hasIcon = false }: Props) => (
  <span class={`pill ${LOOKS[kind] ?? styles.plain}`}>
    {hasIcon && kind === 'removed' && <Icon name="trash" />}
    {translate(HISTORY.pills[kind])}
  </span>
);
