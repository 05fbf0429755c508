import { Button } from '../../components/button.tsx';

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
  <Button
    look="icon"
    icon={icon}
    label={label}
    title={`${label} (${icon === 'previous' ? 'PgUp' : 'PgDn'})`}
    onClick={onClick}
  />
);
