import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { language } from '../preferences.ts';
import { arePortraitsPending } from '../roster/portraits.ts';
import { drawPicture, type Picture } from './draw-picture.ts';
import { toPng } from './export-picture.ts';
import { loadPortraits } from './load-portraits.ts';

export interface DrawnPicture {
  readonly canvas: HTMLCanvasElement;
  /** Begun at once: what follows a click may wait for little. */
  readonly png: Promise<Blob>;
}

/** Draws on the canvas that is given the ref, again whenever something of the picture changes. */
export function usePicture(picture: Picture): {
  ref: RefObject<HTMLCanvasElement | null>;
  drawn: Signal<DrawnPicture | undefined>;
  error: Signal<unknown>;
} {
  const ref = useRef<HTMLCanvasElement>(null);
  const drawn = useSignal<DrawnPicture | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const portraits = useRef<ReturnType<typeof loadPortraits>>(undefined);
  const { title, player, students, shows, format, theme } = picture;
  const isPending = arePortraitsPending.value;
  // Before the next frame, so that nobody saves the picture of before.
  useLayoutEffect(() => {
    portraits.current = isPending ? undefined : loadPortraits(students.map(({ studentUid }) => studentUid));
  }, [students, isPending]);
  useLayoutEffect(() => {
    let isOutdated = false;
    const draw = async () => {
      const loaded = await portraits.current;
      const { current: canvas } = ref;
      if (isOutdated || loaded === undefined || canvas === null) return;
      try {
        drawPicture(canvas, picture, loaded);
        const png = toPng(canvas);
        // Whoever waits for it is told.
        png.catch(() => {});
        error.value = undefined;
        drawn.value = { canvas, png };
      } catch (thrown) {
        error.value = thrown;
      }
    };
    drawn.value = undefined;
    void draw();
    return () => {
      isOutdated = true;
    };
  }, [title, player, students, shows.join(), format, theme, language.value, isPending]);
  return { ref, drawn, error };
}
