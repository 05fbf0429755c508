import type { Bilingual } from '../../../../contract/bilingual.ts';
import { showToast } from '../../components/toast.tsx';
import { openPage } from '../../page-address.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { keyQuery } from './written-link.tsx';

/** Says that a key is revoked, and offers to take back what it has changed. */
export const announceEnd = (notice: Bilingual, keyId: string, hasWritten: boolean): void =>
  showToast(notice, {
    ...(hasWritten && {
      action: { label: KEYS.takeBack, run: () => openPage('history', { query: keyQuery(keyId) }) },
    }),
  });
