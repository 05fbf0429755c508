import type { ShareSettings } from '../../../server/shares/views.ts';
import { untilPortraitsAreKnown } from '../roster/portraits.ts';
import { drawPicture } from './draw-picture.ts';
import { toPng, toPreviewPicture } from './export-picture.ts';
import { linkPicture } from './link-picture.ts';
import { loadPortraits } from './load-portraits.ts';
import { pageTheme } from './picture-colors.ts';
import { bestFirst, loadPictured, picturedStudents } from './pictured-students.ts';

/** What a link shows, as a wide PNG in base64, without a page of its own. */
export async function drawLinkPicture(accountId: string, share: ShareSettings): Promise<string> {
  const { studentUids, ...shown } = linkPicture(share);
  await Promise.all([loadPictured(accountId, share.shows), untilPortraitsAreKnown()]);
  const students = bestFirst(picturedStudents(studentUids, share.shows));
  const portraits = await loadPortraits(students.map(({ studentUid }) => studentUid));
  const canvas = document.createElement('canvas');
  drawPicture(canvas, { ...shown, students, format: 'wide', theme: pageTheme() }, portraits);
  return toPreviewPicture(canvas, toPng(canvas));
}
