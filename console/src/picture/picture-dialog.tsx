import { type Signal, useSignal } from '@preact/signals';
import { SHARED_PART_LABELS } from '../../../contract/share-labels.ts';
import { FIELDS_OF_PART, SHARED_PARTS, type SharedPart } from '../../../contract/shares.ts';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/checkbox.tsx';
import { Choice, FieldSet, optionsOf } from '../components/controls.tsx';
import { Dialog, DialogButtons } from '../components/dialog.tsx';
import { TextField } from '../components/form-fields.tsx';
import { ErrorMessage } from '../components/notice.tsx';
import { storeIn } from '../components/set-to.ts';
import { showToast } from '../components/toast.tsx';
import { useAction } from '../components/use-action.ts';
import { COMMON } from '../texts/common-texts.ts';
import { PICTURE } from '../texts/picture-texts.ts';
import { ROSTER } from '../texts/roster-texts.ts';
import { translate } from '../texts/translate.ts';
import { canSend, copyPicture, savePicture, sendPicture, toPreviewPicture } from './export-picture.ts';
import type { PictureFormat } from './lay-out-picture.ts';
import { type PictureTheme, pageTheme } from './picture-colors.ts';
import styles from './picture-dialog.module.css';
import type { PictureStudent } from './picture-student.ts';
import { type DrawnPicture, usePicture } from './use-picture.ts';

interface PictureDialogProps {
  /** In the order in which they are drawn. The same array as long as they are the same. */
  students: readonly PictureStudent[];
  title: string;
  player?: string | undefined;
  /** What a link decides: without it the player chooses here, the title and whether the name is shown too. */
  shows?: readonly SharedPart[];
  onClose: () => void;
  /** Keeps the wide picture as the preview of a link. */
  onUse?: (pngBase64: string) => Promise<void>;
}

/** A picture of students, to save, copy or send. */
export function PictureDialog({ students, title, player, shows, onClose, onUse }: PictureDialogProps) {
  const format = useSignal<PictureFormat>('wide');
  const theme = useSignal<PictureTheme>(pageTheme());
  const chosen = {
    title: useSignal(title),
    parts: useSignal<readonly SharedPart[]>(['weapon', 'growth']),
    hasPlayer: useSignal(false),
  };
  const shown =
    shows === undefined
      ? {
          title: chosen.title.value.trim() || title,
          player: chosen.hasPlayer.value ? player : undefined,
          shows: chosen.parts.value,
        }
      : { title, player, shows };
  const { ref, drawn, error } = usePicture({
    ...shown,
    students,
    format: format.value,
    theme: theme.value,
  });
  return (
    <Dialog title={PICTURE.title} class={styles.dialog} onClose={onClose}>
      {/* A tall one scrolls, also with keys. */}
      <div
        class={styles.frame}
        data-format={format.value}
        {...(format.value === 'tall' && {
          role: 'group',
          'aria-label': translate(PICTURE.picture),
          tabIndex: 0,
        })}
      >
        <canvas
          ref={ref}
          width="1200"
          height="630"
          role="img"
          aria-label={describePicture(shown.title, students)}
          aria-busy={drawn.value === undefined}
        />
      </div>
      <div class={styles.choices}>
        <Choice
          legend={PICTURE.format}
          options={optionsOf(['wide', 'tall'] as const, PICTURE.formats)}
          signal={format}
        />
        <Choice
          legend={PICTURE.theme}
          options={optionsOf(['light', 'dark'] as const, COMMON.themes)}
          signal={theme}
        />
      </div>
      {shows === undefined && <ShownFields students={students} player={player} chosen={chosen} />}
      <ErrorMessage error={error.value} />
      <PictureButtons
        drawn={drawn.value}
        title={shown.title}
        {...(format.value === 'wide' && onUse && { onUse })}
        onClose={onClose}
      />
    </Dialog>
  );
}

const MAX_NAMES = 30;

const describePicture = (title: string, students: readonly PictureStudent[]): string =>
  translate(
    PICTURE.alternative(
      title,
      translate(ROSTER.people(students.length)),
      students
        .slice(0, MAX_NAMES)
        .map(({ name }) => name)
        .join(', '),
      Math.max(0, students.length - MAX_NAMES),
    ),
  );

interface ShownFieldsProps {
  students: readonly PictureStudent[];
  player: string | undefined;
  chosen: { title: Signal<string>; parts: Signal<readonly SharedPart[]>; hasPlayer: Signal<boolean> };
}

const MAX_TITLE_LENGTH = 50;

function ShownFields({ students, player, chosen: { title, parts, hasPlayer } }: ShownFieldsProps) {
  const known = SHARED_PARTS.filter((part) => students.some((student) => hasPart(student, part)));
  return (
    <>
      <TextField
        label={PICTURE.heading}
        value={title.value}
        onInput={storeIn(title)}
        input={{ maxLength: MAX_TITLE_LENGTH }}
      />
      <FieldSet legend={PICTURE.shows}>
        <div class={styles.ticks}>
          {known.map((part) => (
            <Checkbox
              key={part}
              size="small"
              checked={parts.value.includes(part)}
              onChange={(isTicked) => {
                parts.value = SHARED_PARTS.filter((other) =>
                  other === part ? isTicked : parts.value.includes(other),
                );
              }}
            >
              <span>{translate(SHARED_PART_LABELS[part])}</span>
            </Checkbox>
          ))}
          {player !== undefined && (
            <Checkbox size="small" checked={hasPlayer.value} onChange={storeIn(hasPlayer)}>
              <span>{translate(PICTURE.player(player))}</span>
            </Checkbox>
          )}
        </div>
      </FieldSet>
    </>
  );
}

const hasPart = (student: PictureStudent, part: SharedPart): boolean =>
  part === 'goals'
    ? student.wanted !== undefined
    : FIELDS_OF_PART[part].some((field) => typeof student[field] === 'number');

interface PictureButtonsProps {
  /** Undefined while it is being drawn. */
  drawn: DrawnPicture | undefined;
  title: string;
  onUse?: (pngBase64: string) => Promise<void>;
  onClose: () => void;
}

function PictureButtons({ drawn, title, onUse, onClose }: PictureButtonsProps) {
  const save = useAction(async ({ png }: DrawnPicture) => {
    await savePicture(png);
    showToast(PICTURE.saved);
  });
  const copy = useAction(async ({ png }: DrawnPicture) => {
    await copyPicture(png);
    showToast(PICTURE.copied);
  });
  const send = useAction(async ({ png }: DrawnPicture) => sendPicture(png, title));
  const use = useAction(async ({ canvas, png }: DrawnPicture) => {
    await onUse?.(await toPreviewPicture(canvas, png));
    showToast(PICTURE.used);
    onClose();
  });
  const buttons = [
    { action: copy, label: PICTURE.copy },
    ...(canSend() ? [{ action: send, label: PICTURE.send }] : []),
    { action: save, label: PICTURE.save },
    ...(onUse ? [{ action: use, label: PICTURE.use }] : []),
  ];
  const failed = buttons.find(({ action }) => action.error.value !== undefined);
  return (
    <footer class={styles.end}>
      {onUse && <p>{translate(PICTURE.keepsCopies)}</p>}
      <ErrorMessage error={failed?.action.error.value} />
      <DialogButtons>
        {buttons.map(({ action, label }, place) => (
          <Button
            key={label.en}
            look={place === buttons.length - 1 ? 'primary' : 'quiet'}
            text={label}
            pending={action.pending.value}
            disabled={drawn === undefined}
            onClick={() => {
              if (drawn) void action.run(drawn);
            }}
          />
        ))}
      </DialogButtons>
    </footer>
  );
}
