import { RATE_LIMITS } from '../../contract/limits.ts';
import { MAX_PROPOSAL_NOTE_LENGTH, MAX_PROPOSED_STUDENTS } from '../../contract/proposals.ts';
import type { Schema } from '../../contract/schemas.ts';
import { flag, object, stateProperties, studentName, token } from './schema-parts.ts';

/** The schemas of the tools that write, import and export, and of those for the history. */

/** One window of the write limit: more could not be written in one call. */
export const MAX_SAVED_STUDENTS = RATE_LIMITS.write.perWindow;
/** Twice what other tools write for all students of the game. */
const MAX_IMPORT_LENGTH = 384 * 1024;
/** Groups of changes in one answer. */
export const DEFAULT_GROUPS = 10;
const MAX_GROUPS = 50;

export const SaveInput = object(
  {
    students: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_SAVED_STUDENTS,
      items: object(
        {
          studentUid: studentName,
          ...stateProperties((schema, description) => ({ ...schema, description })),
        },
        ['studentUid'],
      ),
      description:
        'The wanted state of each student. Fields that are left out stay as they are. null clears a field. A student who is not in the roster yet also needs tier and weaponTier',
    },
    dryRun: flag('Only show what would change; write nothing'),
  },
  ['students'],
);

export const ProposeInput = object(
  {
    students: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_PROPOSED_STUDENTS,
      items: object(
        {
          studentUid: studentName,
          ...stateProperties((schema, description) => ({ ...schema, description })),
        },
        ['studentUid'],
      ),
      description: 'What is known of each student, at least one field',
    },
    note: { type: 'string', maxLength: MAX_PROPOSAL_NOTE_LENGTH, description: 'What to tell the player' },
  },
  ['students'],
);

export const importInput = (formats: readonly string[]): Schema =>
  object(
    {
      text: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_IMPORT_LENGTH,
        description: 'The whole text that the other tool exported',
      },
      format: { type: 'string', enum: formats, description: 'Detected if left out' },
      lower: flag(
        "true: also lower and clear values of the roster, and take rows that hold nothing but the other tool's defaults. Only if the player asks for it",
      ),
    },
    ['text'],
  );

export const exportInput = (formats: readonly string[]): Schema =>
  object(
    {
      format: {
        type: 'string',
        enum: formats,
        default: 'csv',
        description: 'csv is the shortest; schaledb and planner are for those tools',
      },
      offset: {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'The `nextOffset` of the previous answer',
      },
      revision: token('The `revision` of the previous answer; required with `offset`'),
    },
    [],
  );

export const RemoveInput = object(
  {
    studentUid: studentName,
    confirm: flag('true once the player has agreed. Not needed where the program itself asks the player'),
  },
  ['studentUid'],
);

const onlyStudent: Schema = {
  ...studentName,
  description: 'Only changes of this student: the UID or an exact name',
};
export const ChangesInput = object(
  {
    studentUid: onlyStudent,
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_GROUPS,
      default: DEFAULT_GROUPS,
      description: 'Groups in the answer',
    },
  },
  [],
);

export const UndoInput = object(
  {
    group: { type: 'integer', minimum: 1, description: 'As a tool that wrote, or recent_changes, names it' },
    studentUid: onlyStudent,
    force: flag('true: also take back what was changed since. Only if the player asks for it'),
    confirm: flag('false: only show what would be written; true once the player has agreed'),
  },
  ['group'],
);
