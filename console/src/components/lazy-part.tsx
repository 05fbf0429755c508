import { useSignal } from '@preact/signals';
import { type ComponentType, Fragment, type FunctionComponent, type RenderableProps } from 'preact';
import { useEffect } from 'preact/hooks';
import { isConnected } from '../api/connection-state.ts';
import { ConsoleError } from '../api/console-error.ts';
import { LoadFailure } from './notice.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** A page, or a part of one, whose script is loaded when it is first opened. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  /** Around what is shown until then, for a part that opens over the page. */
  Shell: FunctionComponent<RenderableProps<Props>> = Fragment,
): FunctionComponent<Props> & { preload: () => void } {
  let Loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    Loaded ??= await load();
  };
  function LazyPart(props: Props) {
    const isLoaded = useSignal(Loaded !== undefined);
    const hasFailed = useSignal(false);
    const start = async () => {
      try {
        await loadOnce();
        isLoaded.value = true;
      } catch {
        hasFailed.value = true;
      }
    };
    useEffect(() => {
      // Also where a preload has ended since the rendering.
      if (!isLoaded.peek()) void start();
    }, []);
    if (isLoaded.value && Loaded !== undefined) return <Loaded {...props} />;
    return (
      <Shell {...props}>
        {hasFailed.value ? (
          <LoadFailure
            error={new ConsoleError('connection_failed', 'The script of the page was not loaded.')}
            // After an update of the server the script has another name, which the new HTML knows.
            onRetry={() => (isConnected.peek() ? location.reload() : void start())}
          />
        ) : (
          <SkeletonRows rows={3} />
        )}
      </Shell>
    );
  }
  // One that fails is tried again where the page is opened.
  return Object.assign(LazyPart, { preload: () => void loadOnce().catch(() => {}) });
}
