import { Icon } from '../../components/icon.tsx';
import type { EditMark as Mark } from '../../roster/student-edit.ts';
import { EDITS } from '../../texts/edit-texts.ts';
import { translate } from '../../translate.ts';

/** Beside a value or a name: it is not saved yet. */
export const EditMark = ({ mark }: { mark: Mark | undefined }) =>
  mark && (
    <span class={`edit-mark ${mark}`} title={translate(EDITS.mark[mark])}>
      <Icon name={mark === 'waiting' ? 'waiting' : 'warning'} />
      <span class="visually-hidden">{translate(EDITS.mark[mark])}</span>
    </span>
  );
