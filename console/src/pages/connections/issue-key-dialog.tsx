import { useSignal } from '@preact/signals';
import { MAX_KEY_DAYS } from '../../../../contract/limits.ts';
import type { IssuedKeyView } from '../../../../server/keys/views.ts';
import { type KeyForm, keyApi } from '../../api/key-api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Choice, TextField } from '../../components/form-fields.tsx';
import { setTo, storeIn } from '../../components/set-to.ts';
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
const PRESET_DAYS = [7, 30, 90, MAX_KEY_DAYS] as const;
const OTHER = 0;

interface IssueKeyDialogProps {
  onClose: () => void;
  onIssued: (issued: IssuedKeyView) => void;
}

export function IssueKeyDialog({ onClose, onIssued }: IssueKeyDialogProps) {
  const name = useSignal('');
  const permission = useSignal<KeyForm['permission']>('read');
  const areas = useKeyAreas(permission.value);
  const preset = useSignal<number>(90);
  const otherDays = useSignal('');
  const isChecked = useSignal(false);
  const days = preset.value === OTHER ? Number(otherDays.value) : preset.value;
  const areDaysValid = Number.isInteger(days) && days >= 1 && days <= MAX_KEY_DAYS;
  const nameError = checkName(name.value);
  const issue = useAction(async () => {
    const form = {
      name: name.value.trim(),
      permission: permission.value,
      ...(areas.chosen !== undefined && { areas: areas.chosen }),
      days,
    };
    onIssued(await sendVerified(KEYS.issuePurpose, () => keyApi.issueKey(form)));
  });
  return (
    <Dialog title={translate(KEYS.issueTitle)} onClose={onClose}>
      <DialogForm
        action={issue}
        onAttempt={setTo(isChecked, true)}
        isValid={nameError === undefined && areDaysValid && areas.problem === undefined}
        submitLabel={translate(KEYS.issueButton)}
        onClose={onClose}
      >
        <TextField
          focused
          label={translate(WORDS.name)}
          hint={translate(KEYS.nameHint)}
          value={name.value}
          error={isChecked.value && nameError ? translate(nameError) : undefined}
          onInput={storeIn(name)}
          input={{ name: 'key-name', required: true, placeholder: translate(KEYS.namePlaceholder) }}
        />
        <Choice
          legend={translate(KEYS.permission)}
          look="cards"
          options={(['read', 'write'] as const).map((value) => ({
            value,
            label: translate(KEYS.permissions[value]),
            hint: translate(KEYS.permissionHints[value]),
          }))}
          value={permission.value}
          onChoose={storeIn(permission)}
        />
        <KeyAreasField areas={areas} isChecked={isChecked.value} />
        <Choice
          legend={translate(WORDS.validFor)}
          options={[
            ...PRESET_DAYS.map((value) => ({
              value: value as number,
              label: translate(value === MAX_KEY_DAYS ? KEYS.year : WORDS.days(value)),
            })),
            { value: OTHER, label: translate(WORDS.custom) },
          ]}
          value={preset.value}
          onChoose={storeIn(preset)}
        />
        {preset.value === OTHER && (
          <TextField
            focused
            label={translate(WORDS.daysLabel)}
            value={otherDays.value}
            error={
              isChecked.value && !areDaysValid ? translate(WORDS.numberInvalid(MAX_KEY_DAYS)) : undefined
            }
            onInput={(value) => {
              otherDays.value = value.trim();
            }}
            input={{ name: 'days', inputMode: 'numeric', class: 'short' }}
          />
        )}
        <p class="hint" role="status">
          {areDaysValid && translate(KEYS.expiresOn(formatLongDate(Date.now() + days * DAY_MS)))}
        </p>
      </DialogForm>
    </Dialog>
  );
}
