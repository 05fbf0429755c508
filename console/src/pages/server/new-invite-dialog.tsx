import { MAX_INVITE_DAYS, MAX_INVITE_USES } from '../../../../contract/invite-limits.ts';
import type { CreatedInviteView } from '../../../../server/operator/views.ts';
import { serverApi } from '../../api/server-api.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { NumberChoiceField, useNumberChoice } from '../../components/number-choice.tsx';
import { formatLongDate } from '../../components/time-text.tsx';
import { useAction } from '../../components/use-action.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface NewInviteDialogProps {
  onClose: () => void;
  onCreated: (invite: CreatedInviteView) => void;
}

export function NewInviteDialog({ onClose, onCreated }: NewInviteDialogProps) {
  const uses = useNumberChoice(1, MAX_INVITE_USES);
  const days = useNumberChoice(7, MAX_INVITE_DAYS);
  const create = useAction(async () => {
    if (uses.value === undefined || days.value === undefined) return;
    const form = { uses: uses.value, days: days.value };
    onCreated(await sendVerified(SERVER.createPurpose, () => serverApi.createInvite(form)));
  });
  return (
    <DialogForm title={SERVER.newInvite} action={create} submitLabel={SERVER.createInvite} onClose={onClose}>
      <NumberChoiceField
        legend={SERVER.people}
        presets={[1, 5, 20]}
        describe={WORDS.people}
        label={SERVER.peopleLabel}
        name="uses"
        choice={uses}
        isChecked={create.isAttempted.value}
      />
      <NumberChoiceField
        legend={WORDS.validFor}
        presets={[1, 7, 30]}
        describe={WORDS.days}
        label={WORDS.daysLabel}
        name="days"
        choice={days}
        isChecked={create.isAttempted.value}
      />
      <p class="hint" role="status">
        {days.value !== undefined &&
          translate(SERVER.validUntil(formatLongDate(Date.now() + days.value * DAY_MS)))}
      </p>
    </DialogForm>
  );
}
