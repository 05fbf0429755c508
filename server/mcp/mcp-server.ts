import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ErrorObject } from 'ajv';
import manifest from '../../cli/package.json' with { type: 'json' };
import type { Rollbook } from '../../client/index.ts';
import { findMissingArea, isAllowed, type KeyAccess } from '../../contract/areas.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { compileSchema } from '../compile-schema.ts';
import type { KeyStatus } from '../store/stored-account.ts';
import { cleanAnswer, cleanText } from './answer-text.ts';
import { LISTED_TOOLS } from './listed-tools.ts';
import type { Confirmation, Tool } from './tool.ts';
import { describeError, MAX_NAMED_FIELDS, ToolError } from './tool-error.ts';
import { TOOL_LIST, type ToolName } from './tool-titles.ts';
import { TOOLS } from './tools.ts';

/** The access of a key, and whether an app holds it, which may ask its player for more. */
export type CallerAccess = KeyAccess & Pick<KeyStatus, 'app'>;

/** The caller of the tools. */
interface McpCaller {
  /** With a low `maxWaitMs`, so that a call that meets a limit ends with the time to wait. */
  readonly rollbook: Rollbook;
  /** What the caller's key may do. */
  readonly access: () => CallerAccess | Promise<CallerAccess>;
  /** Whether answers tell the group of a write: those of /v1 over HTTP do not. */
  readonly tellsGroups: boolean;
  /** Logs a defect. The caller learns only that there is one. */
  readonly reportDefect: (error: unknown) => void;
}

const INSTRUCTIONS =
  'Rollbook stores the roster of a Blue Archive player: the recruited students and their growth. Look with list_roster or get_student, and save all wanted states in one save_students call, which takes exact names as well as UIDs; search_students finds students by a part of a name; it and list_roster filter by attributes such as school and role. A tool that writes names the group of its changes, which undo_changes takes back. plan_growth says what growth costs and what the stock lacks; list_goals and list_stock show goals and items, save_goals and save_stock keep them; complete_goals writes what was reached and spends what it cost. null means unknown. Names are Korean, messages English.';

/** One server for each HTTP request or stdio connection, of either generation of the protocol. */
export function createMcpServer(caller: McpCaller): Server {
  const server = new ToolServer(
    { name: 'rollbook', title: 'Rollbook (출석부)', version: manifest.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', async () => {
    const access = await caller.access();
    return { tools: LISTED_TOOLS.filter(({ name }) => isListed(name, access)) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no such tool. The tools are ${TOOLS.map(({ name }) => name).join(', ')}.`,
      );
    try {
      return await callTool(tool, params.arguments ?? {}, caller, context, server.getClientCapabilities());
    } catch (error) {
      if (error instanceof PendingQuestion) return error.result;
      return toErrorResult(error, caller, context.mcpReq.signal);
    }
  });
  return server;
}

/** The library's errors name each invalid value of a message: they could be a hundred times as long as what they answer. */
class ToolServer extends Server {
  protected override _wrapHandler(
    method: string,
    handler: Parameters<Server['_wrapHandler']>[1],
  ): ReturnType<Server['_wrapHandler']> {
    const handle = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await handle(request, context);
      } catch (error) {
        if (error instanceof Error) error.message = cleanText(error.message.replaceAll(/\s+/g, ' '));
        throw error;
      }
    };
  }
}

/** An app may ask for more. What a key may save it need not propose, and the other way round. */
function isListed(name: ToolName, access: CallerAccess): boolean {
  const writes = isAllowed(access, TOOL_LIST.save_students);
  if (name === 'propose_changes' && writes) return false;
  if (name === 'save_students' && !writes && isAllowed(access, TOOL_LIST.propose_changes)) return false;
  return (access.app ?? null) !== null || isAllowed(access, TOOL_LIST[name]);
}

async function callTool(
  tool: Tool,
  input: object,
  { rollbook, access, tellsGroups }: McpCaller,
  { mcpReq }: ServerContext,
  initializedWith: ClientCapabilities | undefined,
): Promise<CallToolResult> {
  checkAccess(tool, await access());
  checkToolInput(tool, input);
  const capabilities =
    (mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ??
    initializedWith;
  const output = await tool.run(input as never, {
    rollbook,
    tellsGroups,
    signal: mcpReq.signal,
    confirm: (question, title) => askPlayer(question, title, capabilities, mcpReq),
  });
  return { content: [toText(tool.isExact ? output : cleanAnswer(output))] };
}

function checkAccess({ name }: Tool, access: KeyAccess): void {
  const { permission, areas } = TOOL_LIST[name];
  if (permission === 'write' && access.permission !== 'write')
    throw new ToolError('forbidden', `${name} changes what is stored, and this API key may only read.`);
  const missing = findMissingArea(access.areas, areas);
  if (missing === undefined) return;
  const instead =
    missing === 'roster:write' && isAllowed(access, TOOL_LIST.propose_changes)
      ? ' Call propose_changes.'
      : '';
  throw new ToolError(
    'forbidden',
    `${name} needs the area ${missing}, which this API key does not have.${instead}`,
  );
}

/** Thrown to ask the player: the call ends with the question, and the caller's program repeats it with the answer. */
class PendingQuestion {
  readonly result: InputRequiredResult;

  constructor(message: string, title: string) {
    this.result = inputRequired({
      inputRequests: {
        [QUESTION]: inputRequired.elicit({
          message,
          requestedSchema: {
            type: 'object',
            properties: { [AGREEMENT]: { type: 'boolean', title, default: false } },
            required: [AGREEMENT],
          },
        }),
      },
    });
  }
}
const QUESTION = 'confirm';
const AGREEMENT = 'agree';

function askPlayer(
  question: string,
  title: string,
  capabilities: ClientCapabilities | undefined,
  { inputResponses }: ServerContext['mcpReq'],
): Confirmation {
  if (!canAsk(capabilities)) return 'unavailable';
  const response = inputResponse(inputResponses, QUESTION);
  if (response.kind === 'missing') throw new PendingQuestion(question, title);
  const isAccepted =
    response.kind === 'elicit' && response.action === 'accept' && response.content?.[AGREEMENT] === true;
  return isAccepted ? 'accepted' : 'declined';
}

/** Without a mode, elicitation is by form. */
const canAsk = ({ elicitation }: ClientCapabilities = {}): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);

function toErrorResult(error: unknown, { reportDefect }: McpCaller, signal: AbortSignal): CallToolResult {
  const described = describeError(error);
  if (described === undefined && !signal.aborted) reportDefect(error);
  return { content: [toText({ error: cleanAnswer(described ?? DEFECT) })], isError: true };
}

const toText = (answer: unknown) => ({ type: 'text' as const, text: JSON.stringify(answer) });

const DEFECT = {
  code: 'internal_error',
  message: 'The tool failed by a defect of the server.',
  nextStep: 'Look with get_student or list_roster before you repeat a change, and tell the player.',
};

/** Throws unless the arguments match the tool's schema. */
function checkToolInput(tool: Tool, input: object): void {
  const validate = compileSchema(tool.input);
  if (validate(input)) return;
  const errors = validate.errors ?? [];
  throw new ToolError(
    'invalid_request',
    `The arguments do not match the input schema of ${tool.name}, in ${errors.length} ${errors.length === 1 ? 'place' : 'places'}.`,
    errors.slice(0, MAX_NAMED_FIELDS).map(toFieldError),
  );
}

function toFieldError({ instancePath, keyword, params, message = '' }: ErrorObject): FieldError {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'additionalProperties')
    return { field: [...path, params.additionalProperty].join('.'), message: 'is unknown; leave it out' };
  const field = path.join('.') || 'arguments';
  if (keyword === 'enum') return { field, message: `must be one of ${params.allowedValues.join(', ')}` };
  return { field, message };
}
