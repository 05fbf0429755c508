import { useSignal } from '@preact/signals';
import { FetchText } from '../../components/fetch-text.tsx';
import { ActionButton } from '../../components/form-fields.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { FETCH } from '../../texts/fetch-texts.ts';
import { translate } from '../../texts/translate.ts';

interface FetchChoiceProps {
  subject: 'catalogue' | 'portraits';
  source: string;
  /** Null as long as no operator was asked. */
  choice: boolean | null;
  choose: (isOn: boolean) => Promise<unknown>;
  onChosen: () => Promise<void>;
}

/** Asks once whether something is to be fetched, and then has a tick for it. */
export function FetchChoice({ subject, source, choice, choose, onChosen }: FetchChoiceProps) {
  const texts = FETCH[subject];
  const wanted = useSignal(choice === true);
  const save = useAction(async (isOn: boolean) => {
    wanted.value = isOn;
    await sendVerified(isOn ? texts.onPurpose : texts.offPurpose, () => choose(isOn));
    showToast(isOn ? texts.turnedOn : texts.turnedOff);
    await onChosen();
  });
  const isPending = save.pending.value;
  return (
    <>
      {choice === null ? (
        <Notice title={translate(texts.question)}>
          <FetchText subject={subject} source={source} />
          <div class="buttons">
            <ActionButton
              class="small primary"
              pending={isPending && wanted.value}
              onClick={() => void save.run(true)}
            >
              {translate(texts.yes)}
            </ActionButton>
            <ActionButton
              class="small quiet"
              pending={isPending && !wanted.value}
              onClick={() => void save.run(false)}
            >
              {translate(texts.no)}
            </ActionButton>
          </div>
        </Notice>
      ) : (
        <>
          <label class="checkbox small">
            <input
              type="checkbox"
              checked={isPending ? wanted.value : choice}
              aria-busy={isPending}
              onChange={({ currentTarget }) => void save.run(currentTarget.checked)}
            />
            <span>{translate(texts.tick)}</span>
          </label>
          {!choice && <FetchText subject={subject} source={source} />}
        </>
      )}
      <ErrorMessage error={save.error.value} />
    </>
  );
}
