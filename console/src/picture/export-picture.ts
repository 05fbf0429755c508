import { SHARE_PICTURE } from '../../../contract/shares.ts';
import { downloadFile, fileDate } from '../components/download-file.ts';
import { fitPng } from './fit-png.ts';
import { PictureError } from './picture-error.ts';

const TYPE = 'image/png';
const fileName = (): string => `rollbook-students-${fileDate()}.png`;

/** Throws a PictureError where the browser gives something else than was drawn, or nothing. */
export async function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  if (!canBeRead(canvas)) throw new PictureError('protected');
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE));
  if (blob === null) throw new PictureError('canvas');
  return blob;
}

/** Against fingerprints, a browser may give noise: then pixels of the empty margin differ. */
function canBeRead(canvas: HTMLCanvasElement): boolean {
  const { data } = readPixels(canvas, MARGIN);
  return [0, 1, 2].every((channel) => {
    const values = data.filter((_, at) => at % 4 === channel);
    return Math.max(...values) - Math.min(...values) <= SLIGHT_NOISE;
  });
}

/** Less than any margin. */
const MARGIN = { width: 8, height: 8 };
/** What some browsers add is not seen. */
const SLIGHT_NOISE = 8;

const readPixels = (canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }) =>
  (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, width, height);

export const savePicture = async (png: Promise<Blob>): Promise<void> =>
  downloadFile(fileName(), await png, TYPE);

/** Safari takes only what is given in the turn of the click, so it is given the promise. */
export async function copyPicture(png: Promise<Blob>): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [TYPE]: png })]);
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError('copy');
  }
}

/** Whether the browser hands files to other apps, as phones do. */
export const canSend = (): boolean =>
  matchMedia('(pointer: coarse)').matches &&
  navigator.canShare?.({ files: [new File([], fileName(), { type: TYPE })] }) === true;

/** Resolves also if the player chooses no app. */
export async function sendPicture(png: Promise<Blob>, title: string): Promise<void> {
  const file = new File([await png], fileName(), { type: TYPE });
  try {
    await navigator.share({ files: [file], title });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
}

/** The PNG for a link in base64: as it was drawn if it is small enough, or else with fewer colours. */
export async function toPreviewPicture(canvas: HTMLCanvasElement, png: Promise<Blob>): Promise<string> {
  // The canvas is drawn on again while the PNG is made.
  const pixels = readPixels(canvas, canvas);
  const drawn = await png;
  if (drawn.size <= SHARE_PICTURE.maxBytes) return toBase64(drawn);
  const fitted = await fitPng(pixels, SHARE_PICTURE.maxBytes);
  if (fitted === undefined) throw new PictureError('tooLarge');
  return toBase64(new Blob([fitted]));
}

const toBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
