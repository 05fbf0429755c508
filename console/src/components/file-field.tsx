import { useEffect, useRef } from 'preact/hooks';
import { IMPORT } from '../texts/import-texts.ts';
import { translate } from '../texts/translate.ts';
import { Button } from './button.tsx';
import styles from './file-field.module.css';
import { Icon } from './icon.tsx';

/** Stands for a file, or for a text that is too long to show. */
export function HiddenText({ id, title, isWrong }: { id: string; title: string; isWrong: boolean }) {
  const box = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    // The field that had the focus is gone.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <output ref={box} id={id} tabIndex={-1} class={isWrong ? `${styles.file} ${styles.wrong}` : styles.file}>
      <Icon name="file" />
      <span>{title}</span>
    </output>
  );
}

/** A button and not a label, so that it looks and works like the others. */
export function FileButton({ take }: { take: (file: File) => unknown }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" icon="file" text={IMPORT.chooseFile} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={translate(IMPORT.chooseFile)}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) take(file);
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
