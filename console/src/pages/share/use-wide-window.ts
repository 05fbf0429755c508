import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const WIDE = matchMedia('(width >= 64rem)');

/** Whether there is room for a form and its preview side by side. */
export function useWideWindow(): boolean {
  const isWide = useSignal(WIDE.matches);
  useEffect(() => {
    const follow = () => {
      isWide.value = WIDE.matches;
    };
    follow();
    WIDE.addEventListener('change', follow);
    return () => WIDE.removeEventListener('change', follow);
  }, []);
  return isWide.value;
}
