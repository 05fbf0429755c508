import { replaceLink, type StoredLink } from '../server/sign-in/account-links.ts';
import { type Database, succeeds } from '../server/store/database.ts';

type SavedLink = Omit<StoredLink, 'madeBy'> & Partial<StoredLink>;

/** Without an entry in the activity, and as a command makes it by default. False if the account does not exist. */
export const saveLink = (database: Database, link: SavedLink): Promise<boolean> =>
  succeeds(database.write('saveLink', [replaceLink({ madeBy: null, ...link })]));
