import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './share-preview.module.css';

/** How long nothing changes before the page is loaded again. */
const QUIET_MS = 400;

/** The page that a stranger would see, in a frame. Undefined is a link that shows nobody yet. */
export function SharePreview({ url }: { url: string | undefined }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const state = useSignal<'loading' | 'shown' | 'failed'>('loading');
  const shown = useRef('');
  const load = () => {
    if (url === undefined) return;
    shown.current = url;
    state.value = 'loading';
    // Unlike a new `src`, this adds no entry to the history, which the Back button would go through.
    frame.current?.contentWindow?.location.replace(url);
  };
  useEffect(() => {
    if (url === undefined || shown.current === url) return;
    const timer = setTimeout(load, shown.current === '' ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [url]);
  return (
    <section class={styles.preview} aria-label={translate(SHARE.preview)}>
      <p class={styles.text}>
        {translate(SHARE.previewText)}
        <span role="status">
          {url !== undefined && state.value === 'loading' && translate(COMMON.loading)}
        </span>
      </p>
      <div class={styles.frame} data-state={url === undefined ? 'empty' : state.value}>
        <iframe
          ref={frame}
          title={translate(SHARE.preview)}
          // An error is no page of ours, and that of the browser cannot be looked into.
          onLoad={({ currentTarget: { contentDocument } }) => {
            if (shown.current === '') return;
            state.value = contentDocument?.contentType === 'text/html' ? 'shown' : 'failed';
          }}
        />
        {url === undefined ? (
          <EmptyState text={SHARE.previewEmpty} class={styles.none} />
        ) : state.value === 'failed' ? (
          <EmptyState text={SHARE.previewFailed} role="alert" class={styles.none}>
            <Button size="small" text={COMMON.retry} onClick={load} />
          </EmptyState>
        ) : null}
      </div>
    </section>
  );
}
