import { Pill, type PillLook } from '../components/pill.tsx';
import { HISTORY } from '../texts/history-texts.ts';

interface Props {
  kind: keyof typeof HISTORY.pills;
  hasIcon?: boolean;
}

const LOOKS: Partial<Record<Props['kind'], PillLook>> = { registered: 'accent', removed: 'warning' };

/** What became of a student. */
export const NetPill = ({ kind, hasIcon = false }: Props) => (
  <Pill
    look={LOOKS[kind] ?? 'outlined'}
    icon={hasIcon && kind === 'removed' ? 'trash' : undefined}
    text={HISTORY.pills[kind]}
  />
);
