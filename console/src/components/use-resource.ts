import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { reconnections } from '../api/connection-state.ts';
import { noteSessionError } from '../session/session-state.ts';

/** What a page shows: loading until there is a value or an error. A later failure keeps the value. */
export interface Resource<T> {
  value: T | undefined;
  error: unknown;
}

/** Loads when the page opens, when the connection or the player is back, and when `reload` is called. */
export function useResource<T>(load: () => Promise<T>): [Signal<Resource<T>>, () => Promise<void>] {
  const resource = useSignal<Resource<T>>({ value: undefined, error: undefined });
  const reload = async () => {
    try {
      resource.value = { value: await load(), error: undefined };
    } catch (error) {
      noteSessionError(error);
      resource.value = { ...resource.peek(), error };
    }
  };
  useEffect(() => {
    void reload();
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    document.addEventListener('visibilitychange', reloadIfVisible);
    const unsubscribe = reconnections.subscribe(() => {
      if (resource.peek().value !== undefined || resource.peek().error !== undefined) void reload();
    });
    return () => {
      document.removeEventListener('visibilitychange', reloadIfVisible);
      unsubscribe();
    };
  }, []);
  return [resource, reload];
}
