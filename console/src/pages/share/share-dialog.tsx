import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ShareView } from '../../../../server/shares/views.ts';
import { shareApi } from '../../api/share-api.ts';
import { Button } from '../../components/button.tsx';
import { Segments } from '../../components/controls.tsx';
import { DialogButtons } from '../../components/dialog.tsx';
import { Form } from '../../components/dialog-form.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { Panel, PanelMessage } from '../../components/panel.tsx';
import { setTo, storeIn } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { useBackButton } from '../../components/use-back-button.ts';
import { useResource } from '../../components/use-resource.ts';
import { language } from '../../preferences.ts';
import { loadRoster } from '../../roster/roster-store.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { checkName } from '../../texts/check-name.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { PANEL } from '../../texts/panel-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { sendLinkPicture } from './send-link-picture.ts';
import styles from './share-dialog.module.css';
import { draftOf, findProblems, freeName, newDraft, type ShareDraft, toSettings } from './share-draft.ts';
import { ShareFields } from './share-fields.tsx';
import { SharePreview } from './share-preview.tsx';
import { StudentPicker } from './student-picker.tsx';
import { useWideWindow } from './use-wide-window.ts';

interface ShareDialogProps {
  /** The link that is changed; none makes a new one. */
  share?: ShareView;
  /** Names that are taken. */
  taken?: readonly string[];
  /** The students that a new one begins with; all, where they are left out. */
  chosen?: readonly string[] | undefined;
  onClose: () => void;
  onSaved: (share: ShareView) => void;
}

const VIEWS = ['form', 'preview'] as const;
const PROBLEM = '[aria-invalid=true], [data-invalid]';

/** What a link shows, and beside it, or in a second view where there is no room, what comes of it. */
export function ShareDialog({ share, taken = [], chosen, onClose, onSaved }: ShareDialogProps) {
  const draft = useSignal<ShareDraft>(
    share === undefined
      ? newDraft(freeName(translate(WORDS.ownStudents), taken), chosen, Date.now())
      : draftOf(share, Date.now()),
  );
  const unchanged = useRef(draft.peek()).current;
  /** The draft that is lost if the player closes again. */
  const asked = useSignal<ShareDraft | undefined>(undefined);
  const view = useSignal<(typeof VIEWS)[number]>('form');
  const isPicking = useSignal(false);
  const attempts = useSignal(0);
  const form = useRef<HTMLFormElement>(null);
  const isWide = useWideWindow();
  const accountId = currentAccountId();
  const [roster, reloadRoster] = useResource(() => loadRoster(accountId));
  const before = share?.expiresAt ?? null;
  const nameProblem = checkName(draft.value.name);
  const problems = findProblems(draft.value, before, Date.now());
  /** True if it asks first. */
  const requestClose = (): boolean => {
    const now = draft.peek();
    const asks = now !== unchanged && now !== asked.peek();
    if (asks) asked.value = now;
    else onClose();
    return asks;
  };
  useBackButton(true, requestClose);
  const isChecked = attempts.value > 0;
  // What is wrong may be out of sight.
  useEffect(() => form.current?.querySelector<HTMLElement>(PROBLEM)?.focus(), [attempts.value]);
  const save = useAction(async () => {
    if (nameProblem !== undefined || problems.hasNoStudent || problems.end !== undefined) {
      view.value = 'form';
      attempts.value += 1;
      return;
    }
    const settings = toSettings(draft.peek(), before, Date.now());
    const saved = await (share === undefined
      ? shareApi.createShare(accountId, settings)
      : shareApi.changeShare(accountId, share, settings));
    onSaved(await setPicture(saved, draft.peek().hasPicture));
  });
  return (
    <Panel
      title={share === undefined ? SHARE.newTitle : SHARE.editTitle}
      look="window"
      class={styles.sheet}
      onClose={requestClose}
    >
      {!isWide && <ViewChoice view={view} />}
      <Form action={save} ref={form}>
        <div class={styles.body}>
          {(isWide || view.value === 'form') && (
            <div class={styles.fields}>
              <ShareFields
                draft={draft}
                before={before}
                nameProblem={isChecked ? nameProblem : undefined}
                problems={isChecked ? problems : undefined}
                onPick={setTo(isPicking, true)}
              />
            </div>
          )}
          {(isWide || view.value === 'preview') && (
            <SharePreview
              url={
                problems.hasNoStudent
                  ? undefined
                  : shareApi.previewUrl(toPreview(draft.value), language.value)
              }
            />
          )}
        </div>
        <footer>
          <ErrorMessage error={save.error.value} />
          <PanelMessage>
            {asked.value === draft.value && (
              <>
                {translate(PANEL.unsaved)} <Button look="link" text={PANEL.closeAnyway} onClick={onClose} />
              </>
            )}
          </PanelMessage>
          <DialogButtons onClose={onClose}>
            <Button
              look="primary"
              text={share === undefined ? SHARE.create : COMMON.save}
              pending={save.pending.value}
            />
          </DialogButtons>
        </footer>
      </Form>
      {isPicking.value && (
        <StudentPicker
          draft={draft}
          error={roster.value.error}
          onRetry={reloadRoster}
          onClose={setTo(isPicking, false)}
        />
      )}
    </Panel>
  );
}

/** The service has dropped the picture of a link that shows something else now. */
async function setPicture(saved: ShareView, hasPicture: boolean): Promise<ShareView> {
  if (hasPicture === (saved.picture !== null)) return saved;
  if (!hasPicture) return shareApi.removePicture(currentAccountId(), saved.shareId);
  try {
    return await sendLinkPicture(saved);
  } catch {
    // The link is there, and its row offers the picture again.
    showToast(SHARE.pictureFailed, { kind: 'warning' });
    return saved;
  }
}

/** Of a link that has no name and no end: neither changes what is seen. */
const toPreview = (draft: ShareDraft) => {
  const name = checkName(draft.name) === undefined ? draft.name : translate(WORDS.ownStudents);
  return toSettings({ ...draft, name, end: 'never' }, null, 0);
};

const ViewChoice = ({ view }: { view: Signal<(typeof VIEWS)[number]> }) => (
  <Segments
    legend={COMMON.view}
    values={VIEWS}
    texts={SHARE.views}
    value={view.value}
    onChoose={storeIn(view)}
    class={styles.views}
  />
);
