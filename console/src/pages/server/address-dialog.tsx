import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Button } from '../../components/button.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { Dialog, DialogButtons } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';

interface AddressDialogProps {
  title: Bilingual;
  label: Bilingual;
  url: string;
  /** What to do with it. */
  use: Bilingual;
  onClose: () => void;
}

/** Shows an address that is never shown again: an invite, or a link into an account. */
export const AddressDialog = ({ title, label, url, use, onClose }: AddressDialogProps) => (
  <Dialog title={title} dismissible={false} onClose={onClose}>
    <Notice kind="warning">{translate(SERVER.addressOnce)}</Notice>
    <Copyable isSecret label={translate(label)} text={url} />
    <p>{translate(use)}</p>
    {new URL(url).hostname === 'localhost' && <p class="hint">{translate(SERVER.onlyHere)}</p>}
    <DialogButtons>
      <Button look="primary" text={SERVER.addressKept} onClick={onClose} />
    </DialogButtons>
  </Dialog>
);
