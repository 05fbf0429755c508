import { type Permission, RATE_LIMITS } from '../../../../contract/limits.ts';
import type { LimitView } from '../../../../server/accounts/views.ts';
import { keyApi } from '../../api/key-api.ts';
import { formatCount } from '../../components/format-count.ts';
import { Section } from '../../components/section.tsx';
import { useResource } from '../../components/use-resource.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './rate-limits.module.css';

/** How much of the limits the account's tools have used. Says nothing if that cannot be read. */
export function RateLimits() {
  const [limits] = useResource(keyApi.readLimits);
  const { value } = limits.value;
  return (
    <Section id="limits" title={KEYS.limits} class={styles.limits}>
      <p class="hint">{translate(KEYS.limitsHint)}</p>
      <Limit label={translate(KEYS.read)} permission="read" limit={value?.read} />
      <Limit label={translate(KEYS.write)} permission="write" limit={value?.write} />
    </Section>
  );
}

interface LimitProps {
  label: string;
  permission: Permission;
  limit: LimitView | undefined;
}

function Limit({ label, permission, limit }: LimitProps) {
  const used = limit ? limit.limit - limit.remaining : 0;
  const text = limit
    ? translate(
        KEYS.limitUsed(
          formatCount(used),
          formatCount(limit.limit),
          RATE_LIMITS[permission].windowSeconds / 60,
        ),
      )
    : '\u00a0';
  return (
    <div class={styles.limit}>
      <span>{label}</span>
      <span>{text}</span>
      <meter
        aria-label={label}
        aria-valuetext={text}
        min={0}
        max={limit?.limit ?? 1}
        high={(limit?.limit ?? 1) * 0.8}
        value={used}
      />
      <small>
        {limit && translate(limit.resetSeconds > 0 ? KEYS.limitResets(limit.resetSeconds) : KEYS.limitUnused)}
      </small>
    </div>
  );
}
