import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  type CallToolResult,
  Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { compileSchema } from '../../server/compile-schema.ts';
import { LISTED_TOOLS } from '../../server/mcp/listed-tools.ts';
import { cleanUpAtEnd } from '../cleanup.ts';
import type { Service } from '../service.ts';

const LAUNCHER = join(import.meta.dirname, '../../cli/rollbook');

/** `legacy` opens with the handshake of 2025 and before, `modern` speaks 2026-07-28. */
export const GENERATIONS = ['legacy', 'modern'] as const;
export type Generation = (typeof GENERATIONS)[number];
export const MODERN_VERSION = '2026-07-28';

export interface McpClientOptions {
  generation?: Generation;
  /** Answers a question to the player. Without it, the client cannot ask. */
  answer?: (question: string) => ElicitResult;
}

/** The SDK's client of one key, with the answers of tools as values. */
export class McpClient {
  readonly client: Client;
  readonly questions: string[] = [];

  private constructor({ generation = 'modern', answer }: McpClientOptions) {
    this.client = new Client(
      { name: 'test', version: '1' },
      {
        capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
        versionNegotiation: { mode: generation === 'legacy' ? 'legacy' : { pin: MODERN_VERSION } },
      },
    );
    if (answer !== undefined)
      this.client.setRequestHandler('elicitation/create', async ({ params }) => {
        this.questions.push(params.message);
        return answer(params.message);
      });
  }

  static async overHttp({ url }: Pick<Service, 'url'>, key: string, options: McpClientOptions = {}) {
    const mcp = new McpClient(options);
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await mcp.client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    cleanUpAtEnd(() => mcp.client.close());
    return mcp;
  }

  static async overStdio(env: NodeJS.ProcessEnv, options: McpClientOptions = {}, args: string[] = []) {
    const mcp = new McpClient(options);
    const transport = new StdioClientTransport({
      command: LAUNCHER,
      args: ['mcp', ...args],
      env: env as Record<string, string>,
    });
    await mcp.client.connect(transport);
    cleanUpAtEnd(() => mcp.client.close());
    return mcp;
  }

  call(name: string, input: Record<string, unknown> = {}): Promise<CallToolResult> {
    return this.client.callTool({ name, arguments: input });
  }

  /** The answer to arguments that the listed input schema accepts too. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers a shape of its own
  async ok(name: string, input?: Record<string, unknown>): Promise<any> {
    const result = await this.call(name, input);
    assert.notEqual(result.isError, true, textOf(result));
    const listed = LISTED_TOOLS.find((tool) => tool.name === name);
    const accepts = compileSchema(listed?.inputSchema ?? {});
    assert.ok(accepts(input ?? {}), JSON.stringify(accepts.errors));
    assert.deepEqual([textsOf(result).length, result.structuredContent], [1, undefined]);
    return JSON.parse(textOf(result));
  }

  // biome-ignore lint/suspicious/noExplicitAny: errors have several shapes
  async error(name: string, input?: Record<string, unknown>): Promise<any> {
    const result = await this.call(name, input);
    assert.equal(result.isError, true, textOf(result));
    const { error } = JSON.parse(textOf(result));
    assert.ok(error.nextStep.length > 0);
    return error;
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }
}

export const textsOf = ({ content }: CallToolResult): string[] =>
  content.flatMap((part) => (part.type === 'text' ? part.text : []));

function textOf({ content: [first] }: CallToolResult): string {
  return first?.type === 'text' ? first.text : '';
}
