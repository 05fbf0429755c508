import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isConnected } from '../api/connection-state.ts';
import { type Resource, useResource } from './use-resource.ts';

/**
 * How often other tools' changes are looked for. A page in front sends each of its requests 60 times in ten minutes, of
 * the 600 reads that the console has, and one beside another window half as often.
 */
const FOCUSED_REFRESH_MS = 10_000;
const VISIBLE_REFRESH_MS = 20_000;
/** A page that comes to the front gets two events. */
const MIN_REFRESH_MS = 2_000;
const CHECK_MS = 1_000;

/** A resource that is loaded again and again as long as the page is seen. */
export function useRefresh<T>(load: () => Promise<T>): [Signal<Resource<T>>, () => Promise<void>] {
  const startedAt = useRef(0);
  const [resource, reload] = useResource(() => {
    startedAt.current = Date.now();
    return load();
  });
  useEffect(() => {
    const reloadIfOlder = (ms: number) => {
      const isDue = Date.now() - startedAt.current >= ms;
      if (isDue && document.visibilityState === 'visible' && isConnected.peek()) void reload();
    };
    const timer = setInterval(
      () => reloadIfOlder(document.hasFocus() ? FOCUSED_REFRESH_MS : VISIBLE_REFRESH_MS),
      CHECK_MS,
    );
    const handleFocus = () => reloadIfOlder(MIN_REFRESH_MS);
    addEventListener('focus', handleFocus);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', handleFocus);
    };
  }, []);
  return [resource, reload];
}
