import type { RecruitedStudent, StateName } from '../../client/index.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/limits.ts';
import { REQUIRED_NAMES, STATE_NAMES } from '../../contract/state-fields.ts';
import type { AttributeFilter } from '../../game/attribute-filter.ts';
import { ATTRIBUTES } from './attribute-schemas.ts';
import { readRosterAndCatalogue } from './read-roster.ts';
import { resolveNamed } from './resolve-students.ts';
import * as schemas from './roster-schemas.ts';
import { type AttributeName, createAttributeCheck, pickAttributes } from './student-attributes.ts';
import { defineTool } from './tool.ts';

const DEFAULT_FIELDS: readonly StateName[] = [...REQUIRED_NAMES, 'level'];

interface ListArguments {
  fields?: (StateName | AttributeName)[];
  filters?: Filter[];
  attributes?: AttributeFilter;
  limit?: number;
  cursor?: string;
}

interface Filter {
  field: StateName;
  min?: number;
  max?: number;
  isNull?: boolean;
}

export const listRoster = defineTool({
  name: 'list_roster',
  description:
    "Lists the player's recruited students in order of UID, with only the fields asked for, and filters them by state and by attributes such as school and role.",
  input: schemas.ListInput,
  async run(
    {
      fields = [...DEFAULT_FIELDS],
      filters = [],
      attributes = {},
      limit = DEFAULT_PAGE_SIZE,
      cursor = '',
    }: ListArguments,
    context,
  ) {
    const { current, catalogue, labels, names } = await readRosterAndCatalogue(context);
    const attributesByUid = new Map(catalogue.map((student) => [student.studentUid, student.attributes]));
    const hasAttributes = createAttributeCheck(attributes, labels);
    const matching = current.filter(
      (student) =>
        filters.every((filter) => meets(student, filter)) &&
        hasAttributes(attributesByUid.get(student.studentUid)),
    );
    const rest = matching.filter(({ studentUid }) => studentUid > cursor);
    const page = rest.slice(0, limit);
    const stateNames = fields.filter(isStateName);
    const attributeNames = fields.filter((field) => !isStateName(field));
    return {
      students: page.map((student) => ({
        studentUid: student.studentUid,
        name: names.get(student.studentUid) ?? null,
        ...Object.fromEntries(stateNames.map((field) => [field, student[field]])),
        ...pickAttributes(attributesByUid.get(student.studentUid), attributeNames),
      })),
      total: matching.length,
      nextCursor: rest.length > page.length ? (page.at(-1)?.studentUid ?? null) : null,
    };
  },
});

const isStateName = (field: StateName | AttributeName): field is StateName =>
  STATE_NAMES.some((name) => name === field);

function meets(student: RecruitedStudent, { field, min, max, isNull }: Filter): boolean {
  const value = student[field];
  const isBounded = min !== undefined || max !== undefined;
  if (value === null) return isNull ?? !isBounded;
  return (isBounded || isNull !== true) && value >= (min ?? value) && value <= (max ?? value);
}

export const getStudent = defineTool({
  name: 'get_student',
  description: `Returns every state field of one recruited student, and the attributes of the student. null is an unknown value. Attributes: ${ATTRIBUTES}.`,
  input: schemas.StudentInput,
  async run({ studentUid: named }: { studentUid: string }, { rollbook, signal }) {
    const student = resolveNamed(named, await rollbook.students.catalogue({ signal }));
    const { studentUid, ...state } = await rollbook.roster.get(student.studentUid, { signal });
    return { studentUid, name: student.names.ko, ...state, attributes: student.attributes };
  },
});
