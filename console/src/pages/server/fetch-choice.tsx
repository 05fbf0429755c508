import { useSignal } from '@preact/signals';
import { Button, Buttons } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { FetchText } from '../../components/fetch-text.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { FETCH } from '../../texts/fetch-texts.ts';

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
        <Notice title={texts.question}>
          <FetchText subject={subject} source={source} />
          <Buttons>
            <Button
              look="primary"
              size="small"
              text={texts.yes}
              pending={isPending && wanted.value}
              onClick={() => void save.run(true)}
            />
            <Button
              size="small"
              text={texts.no}
              pending={isPending && !wanted.value}
              onClick={() => void save.run(false)}
            />
          </Buttons>
        </Notice>
      ) : (
        <>
          <Checkbox
            size="small"
            text={texts.tick}
            checked={isPending ? wanted.value : choice}
            onChange={(isChecked) => void save.run(isChecked)}
            aria-busy={isPending}
          />
          {!choice && <FetchText subject={subject} source={source} />}
        </>
      )}
      <ErrorMessage error={save.error.value} />
    </>
  );
}
