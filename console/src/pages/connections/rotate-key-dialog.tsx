import { useSignal } from '@preact/signals';
import type { IssuedKeyView, KeyView } from '../../../../server/keys/views.ts';
import { keyApi } from '../../api/key-api.ts';
import { Choice, optionsOf } from '../../components/controls.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
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
    <DialogForm
      title={KEYS.rotateTitle}
      action={rotate}
      invalid={KEYS.notRotated}
      submitLabel={KEYS.rotateButton}
      onClose={onClose}
    >
      <p>{translate(KEYS.rotateText(apiKey.name))}</p>
      <Choice legend={KEYS.overlap} options={optionsOf(OVERLAP_MINUTES, KEYS.overlaps)} signal={overlap} />
    </DialogForm>
  );
}
