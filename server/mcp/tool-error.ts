import { RosterFormatError } from '../../client/formats/index.ts';
import {
  type Candidate,
  type InvalidField,
  isRollbookError,
  RollbookError,
  type RollbookErrorCode,
} from '../../client/index.ts';
import { MAX_FIELD_NAME_LENGTH } from '../../contract/limits.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { cleanText } from './answer-text.ts';

export type ToolErrorCode =
  | RollbookErrorCode
  /** The player must agree first. */
  | 'confirmation_required'
  /** The player was asked and did not agree. */
  | 'not_confirmed'
  /** The service keeps no history. */
  | 'no_history'
  /** The text is no roster. */
  | 'unreadable_roster';

/** The next step of a model after a failure with this code. */
const NEXT_STEPS: Record<ToolErrorCode, string> = {
  invalid_request: 'Correct the arguments that are named here and call the tool again.',
  unauthorized:
    'The API key is wrong, expired or revoked. Ask the player for a valid one; no call succeeds without it.',
  forbidden:
    'The key may not do this, or the account is suspended. Tell the player that changes need a key with write permission, and with the area that the message names, if it names one.',
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
  aborted:
    'Look with list_roster, then make the same call again: students that are written are left as they are.',
  prune_refused: 'Call the tool without removals.',
  access_denied: 'Do not ask again unless the player brings it up.',
  expired_token: 'Tell the player to connect again.',
  confirmation_required:
    'Ask the player. If the player agrees, call remove_student again with confirm: true.',
  not_confirmed: 'The player did not agree. Do not ask again unless the player brings it up.',
  no_history:
    'Tell the player that this Rollbook records no changes, so that none can be listed or taken back.',
  unreadable_roster: 'Ask the player for the whole text as the other tool exported it, or name its format.',
};

/** The codes that exist, of attributes for which others were passed. */
type CodesByAttribute = Readonly<Record<string, readonly string[]>>;

/** A failure that the tool itself finds, before or instead of one of the client. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly fields: readonly FieldError[];
  readonly codes: CodesByAttribute | undefined;

  constructor(
    code: ToolErrorCode,
    message: string,
    fields: readonly FieldError[] = [],
    codes?: CodesByAttribute,
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.codes = codes;
  }
}

/** A failure as an answer contains it. */
export interface DescribedError {
  code: ToolErrorCode;
  message: string;
  fields?: readonly FieldError[];
  codes?: CodesByAttribute;
  candidates?: readonly Candidate[];
  retryAfterSeconds?: number;
  nextStep: string;
}

/** Places that an error names. Of more, the last entry says how many there are beside the others. */
export const MAX_NAMED_FIELDS = 10;

/** Returns undefined for a defect. */
export function describeError(error: unknown): DescribedError | undefined {
  if (error instanceof RosterFormatError)
    return describeError(new ToolError('unreadable_roster', error.message));
  if (!isRollbookError(error) && !(error instanceof ToolError)) return undefined;
  const { code, message } = error;
  const fields = nameFields(error.fields);
  return {
    code,
    message,
    ...(fields.length > 0 && { fields }),
    ...(error instanceof ToolError && error.codes && { codes: error.codes }),
    ...(isRollbookError(error) && error.candidates.length > 0 && { candidates: error.candidates }),
    ...(error instanceof RollbookError && retryAfter(error)),
    nextStep: NEXT_STEPS[code],
  };
}

function nameFields(errors: readonly (Partial<InvalidField> & FieldError)[]): FieldError[] {
  const isWhole = errors.length <= MAX_NAMED_FIELDS;
  const named = errors
    .slice(0, isWhole ? MAX_NAMED_FIELDS : MAX_NAMED_FIELDS - 1)
    .map(({ field, message, en = message }) => ({
      field: cleanText(field, MAX_FIELD_NAME_LENGTH),
      message: en,
    }));
  if (isWhole) return named;
  return [...named, { field: 'arguments', message: `${errors.length - named.length} more are wrong` }];
}

const retryAfter = ({ retryAfterMs }: RollbookError) =>
  retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) };
