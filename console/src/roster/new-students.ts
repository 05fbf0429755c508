import { effect, signal } from '@preact/signals';
import { signedInSession } from '../session/session-state.ts';
import { readStored, writeStored } from '../stored-data.ts';
import { gameServer } from './game-server.ts';
import { findNew, formatKnown } from './known-students.ts';
import { isAvailable } from './released-students.ts';
import { catalogueVersion, rosterEntries } from './roster-store.ts';

/** Students who have come out since this account last saw the roster on this device, until the notice is closed. */
export const newStudents = signal<readonly string[]>([]);

/** Each student is told once: whoever is in the notice is known from then on, even if it is not closed. */
export const watchNewStudents = (): (() => void) =>
  effect(() => {
    const accountId = signedInSession()?.account.accountId;
    const server = gameServer.value;
    if (accountId === undefined || catalogueVersion.value === '') return;
    if (accountId !== toldAccount) newStudents.value = [];
    toldAccount = accountId;
    const uids = rosterEntries({ isTracked: false })
      .filter(isAvailable)
      .map(({ student }) => student.studentUid);
    const found = findNew(readStored('rollbook-known-students', accountId), server, uids);
    // In a private mode that stores nothing, nothing is told.
    const isStored = writeStored(formatKnown(server, uids), 'rollbook-known-students', accountId);
    if (isStored && found.length > 0) newStudents.value = found;
  });

let toldAccount: string | undefined;
