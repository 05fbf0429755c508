import { localUrl } from '../../server/http/public-urls.ts';
import type { Command } from '../command.ts';

/** Commands that need no database. */
export const STANDALONE_COMMANDS: readonly Command[] = [
  {
    words: 'health',
    args: [],
    help: 'Check whether a running server is ready',
    example: 'health --url https://rollbook.example',
    database: 'none',
    options: {
      url: { value: 'URL', help: 'Server address (default: from ROLLBOOK_HOST and ROLLBOOK_PORT)' },
    },
    run: async ({ config, options }) => {
      const { checkHealth } = await import('../health.ts');
      const address = await checkHealth(options.url ?? localUrl(config.host, config.port));
      return { value: { address, ready: true }, text: `${address} can serve.` };
    },
  },
  {
    words: 'completion',
    args: ['bash|zsh|fish'],
    help: 'Print a shell completion script',
    example: 'completion bash',
    database: 'none',
    options: {},
    run: async ({ args: [shell], commands }) => {
      const { completionFor } = await import('../completion.ts');
      return completionFor(shell, commands);
    },
  },
];
