import { useSignal } from '@preact/signals';
import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import { accountApi } from '../../api/account-api.ts';
import { CheckboxSet } from '../../components/checkbox-set.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Pending } from '../../components/pending.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { formatLongDate } from '../../components/time-text.tsx';
import { useAction } from '../../components/use-action.ts';
import { useResource } from '../../components/use-resource.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { loadSession } from '../../session/session-state.ts';
import { ACCOUNT } from '../../texts/account-texts.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { translate } from '../../texts/translate.ts';
import { EvictedAuthors } from './evicted-authors.tsx';

/** Asks which passkeys are the player's, puts everybody else out, and shows the new recovery codes. */
export function EvictionDialog({ onClose, onEvicted }: { onClose: () => void; onEvicted: () => void }) {
  const [passkeys, reload] = useResource(accountApi.listPasskeys);
  const kept = useSignal<ReadonlySet<string>>(new Set());
  const codes = useSignal<readonly string[] | undefined>(undefined);
  const authors = useSignal<readonly HistoryAuthorView[]>([]);
  const areCodesKept = useSignal(false);
  const evict = useAction(async () => {
    const { recoveryCodes, authors: ended } = await sendVerified(ACCOUNT.evictPurpose, () =>
      accountApi.evictIntruder([...kept.value]),
    );
    codes.value = recoveryCodes;
    authors.value = ended;
    onEvicted();
    void loadSession();
  });
  const { value: all, error } = passkeys.value;
  if (areCodesKept.value) return <EvictedAuthors authors={authors.value} onClose={onClose} />;
  if (codes.value !== undefined)
    return (
      <Dialog title={ENTRY.codesTitle} dismissible={false} look="printed" onClose={onClose}>
        <p>{translate(ACCOUNT.evicted)}</p>
        <RecoveryCodes
          codes={codes.value}
          onKept={() => {
            if (authors.value.length === 0) onClose();
            else areCodesKept.value = true;
          }}
        />
      </Dialog>
    );
  return (
    <DialogForm
      title={ACCOUNT.intruder}
      action={evict}
      disabled={all === undefined}
      isDestructive
      submitLabel={ACCOUNT.evictButton}
      onClose={onClose}
    >
      <p>{translate(ACCOUNT.evictText)}</p>
      <CheckboxSet
        legend={translate(ACCOUNT.evictPasskeys)}
        choices={(all ?? []).map(({ passkeyId, name, createdAt }) => ({
          id: passkeyId,
          label: (
            <>
              {name} <small>{translate(ACCOUNT.registeredOn(formatLongDate(createdAt)))}</small>
            </>
          ),
        }))}
        ticked={kept}
      >
        {all === undefined && <Pending rows={1} error={error} onRetry={reload} />}
      </CheckboxSet>
      <p class="hint">{translate(ACCOUNT.evictOwnPasskey)}</p>
    </DialogForm>
  );
}
