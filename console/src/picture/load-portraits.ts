import { portraitUrl } from '../roster/portraits.ts';

const TIMEOUT_MS = 15_000;

/** The portraits of those who have one. One that does not come in time is left out. */
export async function loadPortraits(studentUids: readonly string[]): Promise<Map<string, HTMLImageElement>> {
  const loaded = await Promise.all(
    studentUids.map(async (uid) => {
      const url = portraitUrl(uid);
      const image = url === undefined ? undefined : await loadImage(url);
      return image === undefined ? [] : ([[uid, image]] as const);
    }),
  );
  return new Map(loaded.flat());
}

const loadImage = (url: string): Promise<HTMLImageElement | undefined> =>
  new Promise((resolve) => {
    const image = new Image();
    const give = (result: HTMLImageElement | undefined) => {
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(give, TIMEOUT_MS, undefined);
    image.onload = () => give(image);
    image.onerror = () => give(undefined);
    image.src = url;
  });
