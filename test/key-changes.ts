import { storeKey, storeRevocation, storeSuccessor } from '../server/keys/records.ts';

/** The changes of keys as the store makes them, and whether each was made. */
export const issueStored = async (...key: Parameters<typeof storeKey>): Promise<boolean> =>
  (await storeKey(...key)) === 'done';
export const rotateStored = async (...keys: Parameters<typeof storeSuccessor>): Promise<boolean> =>
  (await storeSuccessor(...keys)) === 'done';
export const revokeStored = async (...key: Parameters<typeof storeRevocation>): Promise<boolean> =>
  (await storeRevocation(...key)) === 'done';
