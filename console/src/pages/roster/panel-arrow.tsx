import { Icon } from '../../components/icon.tsx';

/** Saves, and goes to the student before or after. */
export const PanelArrow = ({
  icon,
  label,
  onClick,
}: {
  icon: 'previous' | 'next';
  label: string;
  onClick: () => void;
}) => (
  <button
    type="button"
    class="icon-button"
    aria-label={label}
    title={`${label} (${icon === 'previous' ? 'PgUp' : 'PgDn'})`}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
