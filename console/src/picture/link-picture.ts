import type { ShareSettings } from '../../../server/shares/views.ts';
import { signedInSession } from '../session/session-state.ts';

/** What the picture of a link shows. */
export const linkPicture = ({ name, shows, showsPlayer, students, borrow }: ShareSettings) => ({
  studentUids: students === null ? undefined : [...new Set([...students, ...Object.values(borrow).flat()])],
  title: name,
  player: showsPlayer ? signedInSession()?.account.name : undefined,
  shows,
});
