import { useSignal } from '@preact/signals';
import type { ActivityView } from '../../../../server/accounts/views.ts';
import { accountApi } from '../../api/account-api.ts';
import { Button } from '../../components/button.tsx';
import { Pending } from '../../components/pending.tsx';
import { Section } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { RelativeTime } from '../../components/time-text.tsx';
import { useResource } from '../../components/use-resource.ts';
import { ACCOUNT, ACTIVITY } from '../../texts/account-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './activity-list.module.css';

const SHOWN_FIRST = 8;

export function ActivityList() {
  const [activity, reload] = useResource(accountApi.listActivity);
  const isExpanded = useSignal(false);
  const { value: all, error } = activity.value;
  const shown = isExpanded.value ? all : all?.slice(0, SHOWN_FIRST);
  return (
    <Section id="activity" title={ACCOUNT.activity}>
      {all === undefined && <Pending rows={3} error={error} onRetry={reload} />}
      {all?.length === 0 && <p class="hint">{translate(ACCOUNT.noActivity)}</p>}
      <ul class={styles.activity}>
        {shown?.map((entry) => (
          <li key={`${entry.at} ${entry.kind} ${entry.detail}`}>
            <span>{describeActivity(entry)}</span>
            <RelativeTime at={entry.at} />
          </li>
        ))}
      </ul>
      {all && all.length > SHOWN_FIRST && !isExpanded.value && (
        <Button text={ACCOUNT.showAll(all.length)} onClick={setTo(isExpanded, true)} />
      )}
    </Section>
  );
}

/** A kind that this console does not know yet is shown by its name. */
function describeActivity({ kind, detail }: ActivityView): string {
  if (!Object.hasOwn(ACTIVITY, kind)) return [kind, detail].filter(Boolean).join(' ');
  return translate(ACTIVITY[kind as keyof typeof ACTIVITY](detail));
}
