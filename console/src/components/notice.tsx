import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { hasCode } from '../api/console-error.ts';
import { VerificationCancelled } from '../session/verification-state.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import { describeError } from './describe-error.ts';
import { Icon, type IconName } from './icon.tsx';

const ICONS = {
  information: 'information',
  success: 'check',
  warning: 'warning',
  offline: 'offline',
} as const;

interface NoticeProps {
  kind?: keyof typeof ICONS;
  title?: string;
  children: ComponentChildren;
}

export const Notice = ({ kind = 'information', title, children }: NoticeProps) => (
  <div class={`notice ${kind}`}>
    <Icon name={ICONS[kind] satisfies IconName} />
    <div>
      {title !== undefined && <strong>{title}</strong>}
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
  invalid?: Bilingual;
  /** What to do. */
  children?: ComponentChildren;
}) => (
  <div role="alert" class="error-message">
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
  <div class="empty" role="alert">
    <Icon name="warning" />
    <h2>{translate(COMMON.loadFailed)}</h2>
    <p>{translate(describeError(error))}</p>
    <button type="button" class="button quiet" onClick={onRetry}>
      {translate(COMMON.retry)}
    </button>
  </div>
);
