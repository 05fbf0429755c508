import type { Rollbook } from '../../client/index.ts';
import type { Schema } from '../../contract/schemas.ts';
import type { ToolName } from './tool-titles.ts';

/** A tool of the MCP server, over HTTP and over stdio alike. */
export interface Tool {
  readonly name: ToolName;
  readonly description: string;
  /** False: the second of two equal calls fails. */
  readonly isIdempotent?: false;
  /** The answer holds a text that another tool must get as it is. It has no text of strangers. */
  readonly isExact?: boolean;
  /** The arguments are checked by it. tools/list has less of it. */
  readonly input: Schema;
  /** Is called with arguments that match `input`; returns the answer. */
  readonly run: (input: never, context: ToolContext) => Promise<object>;
}

export interface ToolContext {
  readonly rollbook: Rollbook;
  /** True if answers tell the group of a write. */
  readonly tellsGroups: boolean;
  /** Aborted when the caller cancels the call or is gone. */
  readonly signal: AbortSignal;
  /** Asks the player through the caller's program. `title` is what the player then agrees to. */
  readonly confirm: (question: string, title: string) => Confirmation;
}

/** `unavailable`: the caller's program cannot ask. */
export type Confirmation = 'accepted' | 'declined' | 'unavailable';

/** Checks the type of a tool's input against its own `run`. */
export const defineTool = <Input>(
  tool: Omit<Tool, 'run'> & { run: (input: Input, context: ToolContext) => Promise<object> },
): Tool => tool;
