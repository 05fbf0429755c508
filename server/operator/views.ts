import type { Bilingual } from '../../contract/bilingual.ts';
import type { RefreshProblem } from '../catalogue/refresh-error.ts';
import type { PortraitProblem } from '../portraits/portrait-fetch-records.ts';

/**
 * The JSON of the console API below /server, for operators. Times are ISO 8601. A request whose body has other fields is
 * answered 400, one of an account that is no operator's 403 `forbidden`.
 */

/** GET /server: how the server does. */
export interface ServerView {
  version: string;
  nodeVersion: string;
  startedAt: string;
  /** True if it can read and make a write durable; `problem` is why not, in English. */
  isReady: boolean;
  problem: string | null;
  /** `bytes` of the file; null on PostgreSQL. */
  database: { engine: 'sqlite' | 'postgres'; bytes: number | null };
  /** Where the file is; null on PostgreSQL. */
  disk: { freeBytes: number; totalBytes: number } | null;
  backups: BackupsView;
  /** Where the clock is more than a week beyond the last sweep: nothing is deleted until the server has run for so long. */
  clockJump: { lastSweepAt: string; hoursLeft: number } | null;
  catalogue: CatalogueView;
  portraits: PortraitsView;
  /** ROLLBOOK_SIGNUP. */
  signup: 'closed' | 'invite' | 'open';
  /** The commands as they are typed where the server runs. */
  commands: { doctor: string; importCatalogue: string };
}

export interface BackupsView {
  /** `external`: PostgreSQL, which has tools of its own. */
  state: 'on' | 'off' | 'external';
  last: { at: string; kind: 'daily' | 'migration'; bytes: number } | null;
  problem: 'low-disk' | 'failed' | null;
}

/** Also the answer to POST /server/catalogue-refresh {} and …/catalogue-choice { isOn }: `problem` if that has failed. */
export interface CatalogueView {
  version: string;
  students: number;
  /** Null for the catalogue that ships with the program. */
  importedAt: string | null;
  /** How new a student may be who is in it: the day of the shipped one, or the import. */
  datedAt: string;
  /** From where it is refreshed daily, or would be. */
  source: string;
  /** ROLLBOOK_CATALOGUE_SOURCE is set: it is refreshed from there, whatever was chosen here. */
  isSourceSet: boolean;
  /** The operators' choice; null if none was asked yet. */
  choice: boolean | null;
  /** It is refreshed. If not, a refresh is refused with 409 `no_catalogue_source`, and what follows is null. */
  isRefreshed: boolean;
  /** When the source was last asked, whatever came of it. */
  attemptedAt: string | null;
  /** When the source was last read without a failure, changed or not. */
  refreshedAt: string | null;
  dueAt: string | null;
  /** By the last refresh that brought something; null if none has. */
  brought: BroughtView | null;
  /** Why the last refresh changed nothing. */
  problem: { reason: RefreshProblem; message: string } | null;
}

/** Each count with the names of the first students. */
export interface BroughtView {
  at: string;
  added: { count: number; names: Bilingual[] };
  renamed: { count: number; names: Bilingual[] };
  removed: { count: number; names: Bilingual[] };
  /** Students of whom something else has changed. */
  retouched: number;
  items: { added: number; changed: number };
}

/** Also the answer to POST /server/portraits-choice { isOn } and …/portraits-removal {}. */
export interface PortraitsView {
  /** From where they are fetched, or would be. */
  source: string;
  /** `setting`: ROLLBOOK_PORTRAITS. `own`: beside the database. `none`: a choice is refused with 409 `no_portrait_folder`. */
  folder: 'setting' | 'own' | 'none';
  /** The operators' choice; null if none was asked yet. */
  choice: boolean | null;
  /** That there are now. */
  portraits: number;
  icons: number;
  /** While they are fetched. `total` is 0 until it is known. */
  progress: { done: number; total: number } | null;
  /** When everything that the source has was last fetched. */
  fetchedAt: string | null;
  /** Files that the source did not have then, and those that were too large or no images. */
  missing: number;
  refused: number;
  problem: { reason: PortraitProblem; message: string } | null;
}

/** GET /server/invites: the newest first; expired ones for a month. */
export interface InvitesView {
  invites: InviteView[];
}

export interface InviteView {
  inviteId: string;
  uses: number;
  usesLeft: number;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
}

/** POST /server/invites { uses, days }. The address is in this answer only. */
export interface CreatedInviteView {
  inviteId: string;
  url: string;
  uses: number;
  expiresAt: string;
}

/** GET /server/accounts?name=TEXT&after=CURSOR: a page of those whose name contains the text, the newest first. */
export interface OperatedAccountsView {
  accounts: OperatedAccountView[];
  /** `after` of the next page; null on the last one. */
  nextAfter: string | null;
}

/** Also the answer to POST /server/accounts/{accountId}/suspend {} and …/activate {}. */
export interface OperatedAccountView {
  accountId: string;
  name: string;
  status: 'active' | 'suspended';
  isOperator: boolean;
  createdAt: string;
  /** The newest use of its keys and sessions that there are. */
  lastUsedAt: string | null;
}

/** POST /server/accounts/{accountId}/link {}. The address is in this answer only, and voids the account's former link. */
export interface AccountLinkView {
  url: string;
  expiresAt: string;
}
