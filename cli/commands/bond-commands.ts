import { requireAccount } from '../../server/accounts/accounts.ts';
import { recordBond } from '../../server/students/record-bond.ts';
import { ACCOUNT_OPTION, type Command } from '../command.ts';
import { parseInteger } from '../option-values.ts';

export const BOND_COMMANDS: readonly Command[] = [
  {
    words: 'bond set',
    args: [],
    help: 'Record the bond of a student, recruited or not',
    example: 'bond set --account acc_2rXkH0fUeqV4T --student 10010 --bond 20',
    database: 'existing',
    options: {
      account: ACCOUNT_OPTION,
      student: { value: 'UID', help: 'Student UID, of any form', required: true },
      bond: { value: 'N', help: 'Bond rank', required: true },
      'bond-exp': {
        value: 'N',
        help: 'Cumulative bond experience (default: keep the recorded value if it fits the rank)',
      },
    },
    run: async ({ store, options }) => {
      const { accountId } = await requireAccount(store, options.account as string);
      const exp = options['bond-exp'];
      const recorded = await recordBond(
        store,
        accountId,
        options.student as string,
        parseInteger('bond', options.bond),
        exp === undefined ? undefined : parseInteger('bond-exp', exp),
      );
      return {
        value: { accountId, ...recorded },
        text: `Recorded bond ${recorded.bond} of ${recorded.studentUid}${recorded.bondExp === null ? '' : ` with ${recorded.bondExp} experience`}.`,
      };
    },
  },
];
