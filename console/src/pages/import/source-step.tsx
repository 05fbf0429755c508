import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { RosterFormat } from '../../../../client/formats/index.ts';
import { Step, StepHeading } from '../../changes/step-heading.tsx';
import { Button, Buttons } from '../../components/button.tsx';
import { Form } from '../../components/dialog-form.tsx';
import { FileButton, HiddenText } from '../../components/file-field.tsx';
import { CodeArea, Field } from '../../components/form-fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { loadImportMemory } from '../../imports/import-memory-state.ts';
import { isEmptySource } from '../../imports/open-file.ts';
import { guideUrl } from '../../page-address.ts';
import { language } from '../../preferences.ts';
import { loadCatalogue } from '../../roster/catalogue-state.ts';
import { loadKeptRows } from '../../roster/kept-rows.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { titleOfFormat } from '../../texts/format-titles.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { countStudents, openReview, writer } from './import-state.ts';
import { KeptNames } from './kept-names.tsx';
import { KeptRowsNotice } from './kept-rows-notice.tsx';
import type { Reading } from './read-source.ts';
import { isReading, reading, setText, source, takeFile } from './source-state.ts';
import styles from './source-step.module.css';
import { readUnfinished, writeUnfinished } from './unfinished-import.ts';

/** Takes a text, and says what it is. */
export function SourceStep() {
  const open = useAction(openReview);
  const isDragging = useFileDrop();
  const accountId = currentAccountId();
  const unfinished = useSignal(readUnfinished(accountId));
  const read = reading.value;
  // Whoever is faster than the reading waits for it in the review.
  const canBeReviewed = read === undefined ? isReading.value : read.error === undefined;
  useEffect(() => {
    // Here only for the number of students. The review loads it again, and says why it cannot.
    loadCatalogue().catch(() => {});
    loadImportMemory(accountId).catch(() => {});
    loadKeptRows(accountId).catch(() => {});
  }, []);
  return (
    <Step id="import-source">
      <StepHeading writer={writer} id="import-source" title={translate(COMMON.import)} />
      {unfinished.value && (
        <Notice kind="warning">
          <p>{translate(IMPORT.unfinished(unfinished.value.done, unfinished.value.total))}</p>
          <Button
            look="text"
            text={COMMON.close}
            onClick={() => {
              writeUnfinished(accountId, undefined);
              unfinished.value = undefined;
            }}
          />
        </Notice>
      )}
      <KeptRowsNotice />
      <KeptNames />
      <Form action={open} isValid={canBeReviewed} class={isDragging ? styles.dragging : undefined}>
        <SourceField reading={read} />
        <ErrorMessage error={open.error.value} />
        <Buttons>
          <Button look="primary" text={WORDS.review} pending={open.pending.value} disabled={!canBeReviewed} />
        </Buttons>
      </Form>
      <details class={styles.formats}>
        <summary>{translate(IMPORT.whereTitle)}</summary>
        <dl>
          {(Object.keys(IMPORT.where) as RosterFormat[]).map((format) => (
            <div key={format}>
              <dt>{translate(titleOfFormat(format))}</dt>
              <dd>{translate(IMPORT.where[format])}</dd>
            </div>
          ))}
        </dl>
        <p>
          <a href={`${guideUrl(language.value)}#formats`}>{translate(IMPORT.commandLink)}</a>
        </p>
      </details>
    </Step>
  );
}

/** A longer text is not shown: laying out megabytes in a field freezes the page. */
const MAX_SHOWN_LENGTH = 100_000;

function SourceField({ reading: read }: { reading: Reading | undefined }) {
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const { text: value, fileName } = source.value;
  const isShown = fileName === undefined && value.length <= MAX_SHOWN_LENGTH;
  const clear = () => {
    setText('');
    requestAnimationFrame(() => text.current?.focus());
  };
  const isWrong = read?.error !== undefined;
  return (
    <Field id={id} label={IMPORT.text} hint={IMPORT.textHint}>
      {isShown ? (
        <CodeArea
          ref={text}
          id={id}
          rows={7}
          placeholder={translate(IMPORT.textPlaceholder)}
          value={value}
          aria-invalid={isWrong}
          aria-describedby={`${id}-reading ${id}-hint`}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain') ?? '';
            if (pasted.length <= MAX_SHOWN_LENGTH) return;
            event.preventDefault();
            setText(pasted);
          }}
        />
      ) : (
        <HiddenText id={id} isWrong={isWrong} title={fileName ?? translate(IMPORT.longText(value.length))} />
      )}
      <div class={styles.actions}>
        <ReadingText id={`${id}-reading`} reading={read} />
        <Buttons>
          {!isEmptySource(source.value) && <Button size="small" text={IMPORT.clear} onClick={clear} />}
          <FileButton take={takeFile} />
        </Buttons>
      </div>
    </Field>
  );
}

/** Names the format, or says what can be read. */
function ReadingText({ id, reading: read }: { id: string; reading: Reading | undefined }) {
  const rows = read?.roster?.students ?? [];
  const unread = rows.filter(({ error }) => error !== undefined).length;
  const untouched = rows.filter((row) => row.untouched !== undefined).length;
  return (
    <p id={id} class={`${styles.reading} ${read?.error ? styles.unread : styles.read}`} role="status">
      {read?.roster && (
        <>
          <Icon name="check" />
          <span>
            {translate(
              IMPORT.detected(titleOfFormat(read.roster.format), countStudents(read.roster.students)),
            )}
            {unread > 0 && ` · ${translate(IMPORT.unread(unread))}`}
            {untouched > 0 && ` · ${translate(IMPORT.untouchedRows(untouched))}`}
          </span>
        </>
      )}
      {read === undefined && isReading.value && <span>{translate(IMPORT.reading)}</span>}
      {read?.error && (
        <>
          <Icon name="warning" />
          <span>{translate(read.error)}</span>
        </>
      )}
    </p>
  );
}

/** Files may be dropped anywhere on the page, which would otherwise open them. Returns whether one is being dragged. */
function useFileDrop(): boolean {
  const isDragging = useSignal(false);
  useEffect(() => {
    const listeners = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      document.addEventListener(type, act, { signal: listeners.signal });
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    listen('dragover', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      isDragging.value = true;
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) isDragging.value = false;
    });
    listen('drop', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      isDragging.value = false;
      const file = event.dataTransfer?.files[0];
      if (file) void takeFile(file);
    });
    return () => listeners.abort();
  }, []);
  return isDragging.value;
}
