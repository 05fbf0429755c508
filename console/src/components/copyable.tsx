import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './copyable.module.css';

const CONFIRMATION_MS = 2_500;

interface CopyableProps {
  label: string;
  hint?: string;
  /** What the button says, if not only “Copy”. */
  copyLabel?: string;
  text: string;
  /** Shown once. */
  isSecret?: boolean;
}

/** A text with a button that copies it. */
export function Copyable({ label, hint, copyLabel, text, isSecret = false }: CopyableProps) {
  const result = useSignal<'copied' | 'failed' | undefined>(undefined);
  const content = useRef<HTMLPreElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      result.value = 'copied';
    } catch {
      result.value = 'failed';
      if (content.current) getSelection()?.selectAllChildren(content.current);
    }
    setTimeout(() => {
      result.value = undefined;
    }, CONFIRMATION_MS);
  };
  return (
    <figure class={isSecret ? `${styles.copyable} ${styles.secret}` : styles.copyable}>
      <figcaption>
        {label} {hint !== undefined && <span>{hint}</span>}
      </figcaption>
      <button type="button" class={styles.copy} data-done={result.value === 'copied'} onClick={copy}>
        {result.value === 'copied' ? translate(COMMON.copied) : (copyLabel ?? translate(COMMON.copy))}
        {copyLabel === undefined && <span class="visually-hidden">: {label}</span>}
      </button>
      <pre ref={content}>{text}</pre>
      <p role="status" class={styles.result}>
        {result.value === 'failed' && translate(COMMON.copyFailed)}
        {result.value === 'copied' && <span class="visually-hidden">{translate(COMMON.copied)}</span>}
      </p>
    </figure>
  );
}
