import { findAccount } from '../../server/auth/accounts.ts';
import { recordBond } from '../../server/students/record-bond.ts';
import { ABSENT, ACCOUNT, type Command } from '../command.ts';
import { wholeNumber } from '../option-values.ts';

export const BOND_COMMANDS: readonly Command[] = [
  {
    words: 'bond set',
    args: [],
    help: 'Record a bond, whether the student is recruited or not.',
    example: 'bond set --account acc_2rXkH0fUeqV4T --student 10010 --bond 20',
    database: 'use',
    options: {
      account: ACCOUNT,
      student: { value: 'UID', help: 'the student, in any form', required: true },
      bond: { value: 'N', help: 'bond rank', required: true },
      'bond-exp': { value: 'N', help: 'cumulative experience; without it a recorded one stays if it fits' },
    },
    run: async ({ store, options }) => {
      const { accountId } = await findAccount(store, options.account ?? ABSENT);
      const exp = options['bond-exp'];
      const kept = await recordBond(
        store,
        accountId,
        options.student ?? ABSENT,
        wholeNumber('bond', options.bond),
        exp === undefined ? undefined : wholeNumber('bond-exp', exp),
      );
      return {
        value: { accountId, ...kept },
        text: `Recorded bond ${kept.bond} of ${kept.studentUid}${kept.bondExp === null ? '' : ` with ${kept.bondExp} experience`}.`,
      };
    },
  },
];
