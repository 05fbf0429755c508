import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { hasCode } from '../api/console-error.ts';
import { VerificationCancelled } from '../session/verification-state.ts';
import { COMMON } from '../texts/common-texts.ts';
import { type PageText, translate } from '../texts/translate.ts';
import { Button } from './button.tsx';
import { describeError } from './describe-error.ts';
import { EmptyState } from './empty-state.tsx';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

const KINDS = {
  information: { icon: 'information', look: '' },
  success: { icon: 'check', look: styles.success },
  warning: { icon: 'warning', look: styles.warning },
  offline: { icon: 'offline', look: styles.offline },
} as const;

interface NoticeProps {
  kind?: keyof typeof KINDS;
  title?: PageText;
  children: ComponentChildren;
}

export const Notice = ({ kind = 'information', title, children }: NoticeProps) => (
  <div class={`${styles.notice} ${KINDS[kind].look}`}>
    <Icon name={KINDS[kind].icon} />
    <div>
      {title !== undefined && <strong>{translate(title)}</strong>}
      {children}
    </div>
  </div>
);

/** What went wrong with an action. Always rendered, because screen readers announce changes of a live region only. `invalid` is for `invalid_request`. */
export const ErrorMessage = ({
  error,
  invalid,
  children,
}: {
  error: unknown;
  invalid?: Bilingual | undefined;
  /** What to do. */
  children?: ComponentChildren;
}) => (
  <div role="alert" class={styles.error}>
    {error !== undefined && !(error instanceof VerificationCancelled) && (
      <Notice kind="warning">
        <p>{translate(invalid && hasCode(error, 'invalid_request') ? invalid : describeError(error))}</p>
        {children}
      </Notice>
    )}
  </div>
);

/** In place of content that could not be loaded. */
export const LoadFailure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <EmptyState icon="warning" title={COMMON.loadFailed} text={describeError(error)} level={2} role="alert">
    <Button text={COMMON.retry} onClick={onRetry} />
  </EmptyState>
);
