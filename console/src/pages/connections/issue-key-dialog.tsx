import { useSignal } from '@preact/signals';
import { MAX_KEY_DAYS } from '../../../../contract/limits.ts';
import type { IssuedKeyView } from '../../../../server/keys/views.ts';
import { type KeyForm, keyApi } from '../../api/key-api.ts';
import { Choice, optionsOf } from '../../components/controls.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { NumberChoiceField, useNumberChoice } from '../../components/number-choice.tsx';
import { storeIn } from '../../components/set-to.ts';
import { formatLongDate } from '../../components/time-text.tsx';
import { useAction } from '../../components/use-action.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { checkName } from '../../texts/check-name.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { KeyAreasField } from './key-areas-field.tsx';
import { useKeyAreas } from './use-key-areas.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface IssueKeyDialogProps {
  onClose: () => void;
  onIssued: (issued: IssuedKeyView) => void;
}

export function IssueKeyDialog({ onClose, onIssued }: IssueKeyDialogProps) {
  const name = useSignal('');
  const permission = useSignal<KeyForm['permission']>('read');
  const areas = useKeyAreas(permission.value);
  const days = useNumberChoice(90, MAX_KEY_DAYS);
  const nameError = checkName(name.value);
  const issue = useAction(async () => {
    if (days.value === undefined) return;
    const form = {
      name: name.value.trim(),
      permission: permission.value,
      ...(areas.chosen !== undefined && { areas: areas.chosen }),
      days: days.value,
    };
    onIssued(await sendVerified(KEYS.issuePurpose, () => keyApi.issueKey(form)));
  });
  return (
    <DialogForm
      title={KEYS.issueTitle}
      action={issue}
      isValid={nameError === undefined && days.value !== undefined && areas.problem === undefined}
      submitLabel={KEYS.issueButton}
      onClose={onClose}
    >
      <TextField
        focused
        label={WORDS.name}
        hint={KEYS.nameHint}
        value={name.value}
        error={issue.isAttempted.value ? nameError : undefined}
        onInput={storeIn(name)}
        input={{ name: 'key-name', required: true, placeholder: translate(KEYS.namePlaceholder) }}
      />
      <Choice
        legend={KEYS.permission}
        look="cards"
        options={optionsOf(['read', 'write'] as const, KEYS.permissions, KEYS.permissionHints)}
        signal={permission}
      />
      <KeyAreasField areas={areas} isChecked={issue.isAttempted.value} />
      <NumberChoiceField
        legend={WORDS.validFor}
        presets={[7, 30, 90, MAX_KEY_DAYS]}
        describe={(days) => (days === MAX_KEY_DAYS ? KEYS.year : WORDS.days(days))}
        label={WORDS.daysLabel}
        name="days"
        choice={days}
        isChecked={issue.isAttempted.value}
      />
      <p class="hint" role="status">
        {days.value !== undefined &&
          translate(KEYS.expiresOn(formatLongDate(Date.now() + days.value * DAY_MS)))}
      </p>
    </DialogForm>
  );
}
