import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { RecruitedStudent } from '../../../contract/state-fields.ts';
import type { GameServer } from '../../../game/attributes.ts';
import type { SessionView } from '../../../server/sign-in/views.ts';
import type { NameLanguage } from '../preferences.ts';
import { keepAnswer } from './kept-answers.ts';
import { HELD, readKept } from './read-kept.ts';
import { readBlob, sendRequest } from './send-request.ts';

const ROSTER = '/roster';
interface RosterAnswer {
  students: RecruitedStudent[];
}

export interface ImportCounts {
  /** The format of the text. */
  format: string;
  registered: number;
  changed: number;
  removed: number;
}
/** What is left out stays. */
export interface AccountChanges {
  name?: string;
  gameServer?: GameServer;
}

/** The requests of the console API, named for what they do. Those of pages that load later stand apart. */
export const consoleApi = {
  readSession: () => sendRequest<SessionView>('GET', '/session'),
  signOut: () => sendRequest<object>('DELETE', '/session'),
  signOutEverywhere: () => sendRequest<object>('DELETE', '/sessions'),

  verifyOptions: () => sendRequest<PublicKeyCredentialRequestOptionsJSON>('POST', '/verify/options', {}),
  verify: (response: AuthenticationResponseJSON) => sendRequest<SessionView>('POST', '/verify', { response }),

  readRoster: async (accountId: string) => (await readKept<RosterAnswer>(ROSTER, accountId, HELD)).students,
  /** With what this page has saved since it was read. */
  keepRoster: (accountId: string, students: RecruitedStudent[]) =>
    keepAnswer(accountId, ROSTER, { students } satisfies RosterAnswer),
  noteImport: (counts: ImportCounts) => sendRequest<object>('POST', '/activity/import', counts),
  /** With the names of students in a language. */
  exportAccountData: (names: NameLanguage) => readBlob(`/export?names=${names}`),
  changeAccount: (changes: AccountChanges) => sendRequest<SessionView>('PATCH', '/account', changes),
};
