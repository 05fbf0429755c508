import type { ValueEffect } from '../../client/compare-values.ts';
import { MAX_NAME_LENGTH, RATE_LIMITS } from '../../contract/limits.ts';
import { COMPONENTS, type Schema } from '../../contract/schemas.ts';
import { STATE_NAMES } from '../../contract/state-fields.ts';
import {
  count,
  name,
  nullableText,
  object,
  type Properties,
  retryAfterSeconds,
  stateProperties,
  studentUid,
  text,
  token,
} from './schema-parts.ts';

/** The schemas of the tools that write, import and export, and of those for the history. */

/** One window of the write limit: more could not be written in one call. */
export const MAX_SAVED_STUDENTS = RATE_LIMITS.write.perWindow;
/** Students that one answer describes. */
export const MAX_LISTED_STUDENTS = 50;
/** What can become of a student, in the order of an answer. */
export const OUTCOMES = ['failed', 'removed', 'changed', 'registered', 'unchanged'] as const;
export const MAX_LISTED_WARNINGS = 20;
/** UTF-16 units of an exported text in one answer. */
export const MAX_EXPORT_LENGTH = 20_000;
/** Twice what other tools write for all students of the game. */
const MAX_IMPORT_LENGTH = 384 * 1024;
/** Groups of changes in one answer. */
export const DEFAULT_GROUPS = 10;
const MAX_GROUPS = 50;
/** Students that one group names. */
export const MAX_GROUP_STUDENTS = 10;

export const SaveInput = object(
  {
    students: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_SAVED_STUDENTS,
      items: object(
        {
          studentUid: {
            ...studentUid,
            maxLength: MAX_NAME_LENGTH,
            description: 'The UID, or the exact name or an alias in Korean, Japanese or English',
          },
          ...stateProperties,
        },
        ['studentUid'],
      ),
      description:
        'The wanted state of each student. Fields that are left out stay as they are. null clears a field. A student who is not in the roster yet also needs tier and weaponTier',
    },
    dry_run: {
      type: 'boolean',
      default: false,
      description: 'Only show what would change; write nothing',
    },
  },
  ['students'],
);

export const error = object(
  {
    code: text('Code of the API'),
    message: text('What is wrong'),
    fields: { type: 'array', items: object({ field: { type: 'string' }, message: { type: 'string' } }) },
    candidates: {
      type: 'array',
      items: object({ studentUid: { type: 'string' }, name: { type: 'string' } }),
      description: 'Students that the name may mean',
    },
  },
  ['code', 'message'],
);
const counts: Properties = {
  registered: count('New in the roster'),
  changed: count('Were in another state'),
  unchanged: count('Were in this state already'),
  failed: count('Not written'),
};
const group: Schema = {
  type: ['integer', 'null'],
  description: 'The group of these changes, for undo_changes; null if nothing was written or it is unknown',
};
const outcomeProperties: Properties = {
  dryRun: { type: 'boolean', description: 'true: nothing was written' },
  counts: object(counts),
  students: {
    type: 'array',
    maxItems: MAX_LISTED_STUDENTS,
    items: object(
      {
        studentUid: { type: 'string' },
        name,
        outcome: { type: 'string', enum: OUTCOMES },
        changes: {
          type: 'object',
          additionalProperties: object({
            from: { type: ['integer', 'null'] },
            to: { type: ['integer', 'null'] },
            effect: {
              type: 'string',
              enum: ['raises', 'records', 'lowers', 'clears'] satisfies ValueEffect[],
            },
          }),
        },
        error,
      },
      ['studentUid', 'name', 'outcome'],
    ),
    description: 'Failed students first, then changed, registered and unchanged ones',
  },
  omitted: count('Students that `students` leaves out'),
  group,
  retryAfterSeconds,
  nextStep: nullableText('What to do now; null if everything is done'),
};
export const SaveOutput = object(outcomeProperties);

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
      lower: {
        type: 'boolean',
        default: false,
        description:
          "true: also lower and clear values of the roster, and take rows that hold nothing but the other tool's defaults. Only if the player asks for it",
      },
    },
    ['text'],
  );
export const ImportOutput = object({
  format: { type: 'string' },
  ...outcomeProperties,
  kept: {
    type: 'array',
    maxItems: MAX_LISTED_STUDENTS,
    items: object({
      studentUid: { type: 'string' },
      fields: { type: 'array', items: { type: 'string', enum: STATE_NAMES } },
    }),
    description: 'Fields that keep the value of the roster, because the text would lower or clear it',
  },
  keptOmitted: count('Students that `kept` leaves out'),
  warnings: {
    type: 'array',
    maxItems: MAX_LISTED_WARNINGS,
    items: object({ message: { type: 'string' }, students: count('How many students it is about') }),
    description: 'What was corrected or is uncertain. Tell the player',
  },
});

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
export const ExportOutput = object({
  format: { type: 'string' },
  students: count('Students in the roster'),
  text: { type: 'string', maxLength: MAX_EXPORT_LENGTH },
  length: count('Length of the whole text'),
  nextOffset: {
    type: ['integer', 'null'],
    description: 'Where the text goes on; null at its end',
  },
  revision: text('Identifies the whole text, so that parts of two rosters are not mixed'),
});

export const RemoveInput = object(
  {
    studentUid,
    confirm: {
      type: 'boolean',
      default: false,
      description: 'true once the player has agreed. Not needed where the program itself asks the player',
    },
  },
  ['studentUid'],
);
const deleted = COMPONENTS.StudentDeleteResponse as { properties: Properties };
export const RemoveOutput = object({ ...deleted.properties, group });

const studentName: Schema = {
  ...studentUid,
  maxLength: MAX_NAME_LENGTH,
  description: 'Only changes of this student: the UID or an exact name',
};
export const ChangesInput = object(
  {
    studentUid: studentName,
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
export const ChangesOutput = object({
  groups: {
    type: 'array',
    maxItems: MAX_GROUPS,
    items: object({
      group: count('For undo_changes'),
      at: text('UTC'),
      by: text('An API key, the console or the operator'),
      summary: text('What the changes came to'),
      students: { type: 'array', maxItems: MAX_GROUP_STUDENTS, items: { type: 'string' } },
      omitted: count('Students that `students` leaves out'),
    }),
  },
});

export const UndoInput = object(
  {
    group: { type: 'integer', minimum: 1, description: 'As a tool that wrote, or recent_changes, names it' },
    studentUid: studentName,
    force: {
      type: 'boolean',
      default: false,
      description: 'true: also take back what was changed since. Only if the player asks for it',
    },
    confirm: {
      type: 'boolean',
      default: false,
      description: 'false: only show what would be written; true once the player has agreed',
    },
  },
  ['group'],
);
export const UndoOutput = object({
  ...outcomeProperties,
  counts: object({ ...counts, removed: count('Had been registered') }),
  changedSince: {
    type: 'array',
    maxItems: MAX_LISTED_STUDENTS,
    items: object({
      studentUid: { type: 'string' },
      name,
      fields: {
        type: 'object',
        additionalProperties: object({
          now: { type: ['integer', 'null'] },
          wanted: { type: ['integer', 'null'] },
        }),
      },
    }),
    description: 'Values that stay, because somebody changed them since',
  },
});
