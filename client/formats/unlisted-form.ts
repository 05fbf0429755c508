/** The second form of Hoshino (Armed). EriduOps and BA Torment keep her under the first, 10098, alone. */
export const UNLISTED_FORM = '10099';
