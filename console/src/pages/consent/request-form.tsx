import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Area } from '../../../../contract/areas.ts';
import { formatUserCode, MAX_APPS } from '../../../../contract/oauth.ts';
import type { AppRequestView } from '../../../../server/apps/views.ts';
import { hasCode } from '../../api/console-error.ts';
import { Button } from '../../components/button.tsx';
import { nameLocal } from '../../components/connected-app.ts';
import { HostName } from '../../components/host-name.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RelativeTime } from '../../components/time-text.tsx';
import { useAction } from '../../components/use-action.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { signedInSession } from '../../session/session-state.ts';
import { APP_REQUEST } from '../../texts/app-request-texts.ts';
import { translate } from '../../texts/translate.ts';
import { AreaTicks } from './area-ticks.tsx';
import { grantedAreas, listAskedAreas, type WritingWay } from './asked-areas.ts';
import styles from './request-form.module.css';

interface Props {
  request: AppRequestView;
  /** What the device shows. */
  userCode?: string;
  allow: (areas: readonly Area[]) => Promise<void>;
  deny: () => Promise<void>;
}

/** What asks to be connected, what it may do, and the answer. */
export function RequestForm({ request, userCode, allow, deny }: Props) {
  const nameId = useId();
  const ticked = useSignal<Area[]>(listAskedAreas(request.areas));
  const way = useSignal<WritingWay>(request.wroteBefore ? 'write' : 'ask');
  const isChecked = useSignal(false);
  const allowing = useAction(() =>
    sendVerified(APP_REQUEST.allowPurpose, () => allow(grantedAreas(ticked.value, way.value))),
  );
  const denying = useAction(deny);
  const error = allowing.error.value ?? denying.error.value;
  const isEmpty = ticked.value.length === 0;
  const isPending = allowing.pending.value || denying.pending.value;
  const answer = (action: typeof allowing) => {
    allowing.error.value = undefined;
    denying.error.value = undefined;
    void action.run();
  };
  return (
    <div class={styles.request}>
      <PageHeading
        title={APP_REQUEST.title}
        about={nameAsker(request)}
        describedBy={nameId}
        intro={TEXTS[request.kind].asks}
      />
      <Asker {...request} userCode={userCode} nameId={nameId} />
      <p class={styles.account}>
        <Icon name="account" />
        <span>{translate(APP_REQUEST.account)}</span> <strong>{signedInSession()?.account.name}</strong>
      </p>
      <AreaTicks asked={request.areas} ticked={ticked} way={way} isMissing={isChecked.value && isEmpty} />
      <ErrorMessage error={describeRefusal(error)}>
        {hasCode(error, 'limit_reached') && (
          <p>
            <PageLink to="connections" text={APP_REQUEST.toConnections} />
          </p>
        )}
      </ErrorMessage>
      {/* Neither is easier than the other. */}
      <div class={styles.answers}>
        <Button
          text={APP_REQUEST.deny}
          aria-describedby={nameId}
          pending={denying.pending.value}
          disabled={isPending}
          onClick={() => answer(denying)}
        />
        <Button
          text={APP_REQUEST.allow}
          aria-describedby={nameId}
          pending={allowing.pending.value}
          disabled={isPending}
          onClick={() => {
            isChecked.value = true;
            if (!isEmpty) answer(allowing);
          }}
        />
      </div>
      <p class="hint">
        {translate(describeNext(request))} {translate(APP_REQUEST.disconnect)}
      </p>
    </div>
  );
}

/** In characters: a longer name is set in smaller letters. */
const LONG_NAME = 24;

const TEXTS = {
  page: { asks: APP_REQUEST.pageAsks, unchecked: APP_REQUEST.pageUnchecked },
  local: { asks: APP_REQUEST.localAsks, unchecked: APP_REQUEST.localUnchecked },
  device: { asks: APP_REQUEST.deviceAsks, unchecked: APP_REQUEST.deviceUnchecked },
} as const;

function describeNext({ kind, name }: AppRequestView) {
  if (kind === 'page') return APP_REQUEST.pageNext(name ?? '');
  return kind === 'local' ? APP_REQUEST.localNext : APP_REQUEST.deviceNext;
}

const nameAsker = ({ kind, name, claimedName }: AppRequestView): string =>
  kind === 'local' ? translate(nameLocal(name ?? claimedName)) : (name ?? '');

interface AskerProps extends AppRequestView {
  userCode: string | undefined;
  nameId: string;
}

/** The host of a page, whole and in letters that are told apart, or what a device calls itself. */
function Asker({ userCode, nameId, ...request }: AskerProps) {
  const { kind, place, askedAt } = request;
  const claimedName = kind === 'page' ? request.claimedName : null;
  const isClaimed = kind === 'local' && request.name === null && request.claimedName !== null;
  const name = nameAsker(request);
  const look = `${kind === 'page' ? styles.host : styles.name} ${name.length > LONG_NAME ? styles.long : ''}`;
  // A page of which a visitor's browser has asked for a code stands before the address.
  const [address, page] = place?.split(', ').toReversed() ?? [];
  return (
    <div class={styles.asker}>
      <bdi id={nameId} class={look}>
        {kind === 'page' ? <HostName host={name} /> : name}
      </bdi>
      {(userCode ?? place ?? askedAt ?? claimedName) !== null && (
        <dl>
          {claimedName !== null && (
            <div>
              <dt>{translate(APP_REQUEST.claimedName)}</dt>
              <dd>{claimedName}</dd>
            </div>
          )}
          {userCode !== undefined && (
            <div class={styles.code}>
              <dt>{translate(APP_REQUEST.code)}</dt>
              <dd class="mono">{formatUserCode(userCode)}</dd>
              <dd>{translate(APP_REQUEST.sameCode)}</dd>
            </div>
          )}
          {page !== undefined && (
            <div>
              <dt>{translate(APP_REQUEST.placePage)}</dt>
              <dd class="mono">
                <HostName host={page} />
              </dd>
            </div>
          )}
          {address !== undefined && (
            <div>
              <dt>{translate(APP_REQUEST.place)}</dt>
              <dd class="mono">{address}</dd>
            </div>
          )}
          {askedAt !== null && (
            <div>
              <dt>{translate(APP_REQUEST.askedAt)}</dt>
              <dd>
                <RelativeTime at={askedAt} />
              </dd>
            </div>
          )}
        </dl>
      )}
      <p>
        <Icon name="warning" />
        {translate(isClaimed ? APP_REQUEST.localClaimed : TEXTS[kind].unchecked)}
      </p>
    </div>
  );
}

/** An error with texts of its own. */
class RequestRefusal extends Error {
  readonly ko: string;
  readonly en: string;
  constructor({ ko, en }: { ko: string; en: string }) {
    super(en);
    this.ko = ko;
    this.en = en;
  }
}

function describeRefusal(error: unknown): unknown {
  if (hasCode(error, 'limit_reached')) return new RequestRefusal(APP_REQUEST.limitReached(MAX_APPS));
  if (hasCode(error, 'not_found') || hasCode(error, 'invalid_request'))
    return new RequestRefusal(APP_REQUEST.gone);
  return error;
}
