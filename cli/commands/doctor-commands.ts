import { type Command, DATABASE_OPTION } from '../command.ts';
import { SETTING_OPTIONS } from '../setting-options.ts';

export const DOCTOR_COMMANDS: readonly Command[] = [
  {
    words: 'doctor',
    args: [],
    help: 'Say what is wrong with the server, its database and its settings, and what to do; changes nothing',
    example: 'doctor --public-url https://rollbook.example',
    // Neither a database nor a setting that is broken ends it.
    database: 'none',
    acceptsInvalidSettings: true,
    options: { database: DATABASE_OPTION, ...SETTING_OPTIONS },
    run: async ({ config, settingProblems, options }) => {
      const [{ runChecksInChild }, { formatFindings, nameProgram }] = await Promise.all([
        import('../doctor/run-checks-in-child.ts'),
        import('../doctor/format-findings.ts'),
      ]);
      const findings = (await runChecksInChild({ config, settingProblems, options })).map(nameProgram);
      return {
        value: findings,
        text: formatFindings(findings),
        format: 'styled',
        exitCode: findings.some(({ status }) => status === 'failure') ? 1 : 0,
      };
    },
  },
];
