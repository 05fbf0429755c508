import { replaceLink, type StoredLink } from '../server/sign-in/account-links.ts';
import { type Database, succeeds } from '../server/store/database.ts';

/** Without an entry in the activity. False if the account does not exist. */
export const saveLink = (database: Database, link: StoredLink): Promise<boolean> =>
  succeeds(database.write('saveLink', [replaceLink(link)]));
