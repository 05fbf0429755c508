import { localUrl } from '../../server/http/public-urls.ts';
import type { Command } from '../command.ts';

/** What needs no database. */
export const OUTSIDE_COMMANDS: readonly Command[] = [
  {
    words: 'health',
    args: [],
    help: 'Ask a running service whether it can serve.',
    example: 'health --url https://rollbook.example',
    database: 'none',
    options: {
      url: { value: 'URL', help: 'where it is; where this machine would start one if not said' },
    },
    run: async ({ config, options }) => {
      const { health } = await import('../health.ts');
      const address = await health(options.url ?? localUrl(config.host, config.port));
      return { value: { address, ready: true }, text: `${address} can serve.` };
    },
  },
  {
    words: 'completion',
    args: ['bash|zsh|fish'],
    help: 'Print what completes these commands in a shell.',
    example: 'completion bash',
    database: 'none',
    options: {},
    run: async ({ args: [shell] }) => {
      const { completionFor } = await import('../completion.ts');
      return completionFor(shell);
    },
  },
];
