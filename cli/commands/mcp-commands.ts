import type { Command } from '../command.ts';
import { CONNECTION_OPTIONS } from './roster-commands.ts';

/** For the program of a player that speaks the Model Context Protocol, which starts the command itself. */
export const MCP_COMMANDS: readonly Command[] = [
  {
    words: 'mcp',
    args: [],
    help: 'Serve the roster to an AI agent over standard input and output (Model Context Protocol)',
    example: 'mcp --url https://rollbook.example/v1 --key-file rollbook.key',
    database: 'none',
    speaksProtocol: true,
    options: {
      ...CONNECTION_OPTIONS,
      'key-file': {
        value: 'FILE',
        help: 'File that contains the API key (default: ROLLBOOK_KEY, or that of rollbook login)',
      },
    },
    run: async (invocation) => (await import('../mcp/serve-mcp.ts')).serveMcp(invocation),
  },
];
