import { RosterFormatError } from '../../client/formats/index.ts';
import { isRollbookError, RollbookError, type RollbookErrorCode } from '../../client/index.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { KEY_PATTERN } from '../auth/api-key.ts';

export type ToolErrorCode =
  | RollbookErrorCode
  /** The player must agree first. */
  | 'confirmation_required'
  /** The player was asked and did not agree. */
  | 'not_confirmed'
  /** The text is no roster. */
  | 'unreadable_roster';

/** What a model does after a failure with this code. */
export const NEXT_STEPS: Record<ToolErrorCode, string> = {
  invalid_request: 'Correct the arguments that are named here and call the tool again.',
  unauthorized:
    'The API key is wrong, expired or revoked. Ask the player for a valid one; no call succeeds without it.',
  forbidden:
    'The key may only read, or the account is suspended. Tell the player that changes need a key with write permission.',
  not_found: 'Call search_students to find the studentUid.',
  student_not_recruited:
    'The student is not in the roster. save_students adds the student, given tier and weaponTier.',
  student_already_recruited: 'Call save_students, which changes only what differs.',
  rate_limited: 'Wait retryAfterSeconds seconds, then call the tool again with the same arguments.',
  internal_error:
    'A change may have been made or not. Look with get_student or list_roster before you call the tool again.',
  unavailable: 'Nothing was changed by this request. Wait a few seconds and call the tool again.',
  connection_failed:
    'Rollbook cannot be reached. Look with get_student or list_roster before you repeat a change; tell the player if it goes on.',
  timeout: 'Look with get_student or list_roster before you repeat a change.',
  unexpected_response: 'Tell the player to check the address of Rollbook and the proxy before it.',
  ambiguous_name: 'Choose one of the candidates by its studentUid.',
  conflict: 'Look at the current state, then call the tool again.',
  prune_refused: 'Call the tool without removals.',
  confirmation_required:
    'Ask the player. If the player agrees, call remove_student again with confirm: true.',
  not_confirmed: 'The player did not agree. Do not ask again unless the player brings it up.',
  unreadable_roster: 'Ask the player for the whole text as the other tool exported it, or name its format.',
};

/** A failure that the tool itself finds, before or instead of one of the client. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly fields: readonly FieldError[];

  constructor(code: ToolErrorCode, message: string, fields: readonly FieldError[] = []) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** A failure as an answer contains it. */
export interface DescribedError {
  code: ToolErrorCode;
  message: string;
  fields?: readonly FieldError[];
  retryAfterSeconds?: number;
  nextStep: string;
}

const MAX_FIELDS = 10;
const MAX_MESSAGE_LENGTH = 500;

/** Returns undefined for a defect. */
export function describeError(error: unknown): DescribedError | undefined {
  if (error instanceof RosterFormatError)
    return describeError(new ToolError('unreadable_roster', error.message));
  if (!isRollbookError(error) && !(error instanceof ToolError)) return undefined;
  const { code, message } = error;
  const fields = error.fields.slice(0, MAX_FIELDS);
  return {
    code,
    message: shorten(message),
    ...(fields.length > 0 && {
      fields: fields.map(({ field, message }) => ({ field: shorten(field), message })),
    }),
    ...(error instanceof RollbookError && retryAfter(error)),
    nextStep: NEXT_STEPS[code],
  };
}

const retryAfter = ({ retryAfterMs }: RollbookError) =>
  retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) };

export const hideKeys = (text: string): string => text.replace(KEY_PATTERN, '(API key)');

function shorten(text: string): string {
  const safe = hideKeys(text);
  return safe.length > MAX_MESSAGE_LENGTH ? `${safe.slice(0, MAX_MESSAGE_LENGTH)}…` : safe;
}
