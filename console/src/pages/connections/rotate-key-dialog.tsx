import { useSignal } from '@preact/signals';
import type { IssuedKeyView, KeyView } from '../../../../server/keys/views.ts';
import { keyApi } from '../../api/key-api.ts';
import { Dialog, DialogButtons } from '../../components/dialog.tsx';
import { ActionButton, Choice } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { storeIn } from '../../components/set-to.ts';
import { useAction } from '../../components/use-action.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';

const OVERLAP_MINUTES = [0, 10, 60, 1440] as const;

interface RotateKeyDialogProps {
  apiKey: KeyView;
  onClose: () => void;
  onRotated: (rotated: IssuedKeyView & { replaced: KeyView }) => void;
}

export function RotateKeyDialog({ apiKey, onClose, onRotated }: RotateKeyDialogProps) {
  const overlap = useSignal<(typeof OVERLAP_MINUTES)[number]>(60);
  const rotate = useAction(async () => {
    onRotated(await sendVerified(KEYS.rotatePurpose, () => keyApi.rotateKey(apiKey.keyId, overlap.value)));
  });
  return (
    <Dialog title={translate(KEYS.rotateTitle)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void rotate.run();
        }}
      >
        <p>{translate(KEYS.rotateText(apiKey.name))}</p>
        <Choice
          legend={translate(KEYS.overlap)}
          options={OVERLAP_MINUTES.map((value) => ({ value, label: translate(KEYS.overlaps[value]) }))}
          value={overlap.value}
          onChoose={storeIn(overlap)}
        />
        <ErrorMessage error={rotate.error.value} invalid={KEYS.notRotated} />
        <DialogButtons onClose={onClose}>
          <ActionButton pending={rotate.pending.value}>{translate(KEYS.rotateButton)}</ActionButton>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
