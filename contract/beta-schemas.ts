import { AREA_NAMES } from './areas.ts';
import { BETA_PROPERTY_TEXTS } from './beta-property-texts.ts';
import { CHANGE_KINDS } from './history.ts';
import {
  DEFAULT_CHANGES_PER_PAGE,
  DEFAULT_PRIORITY,
  MAX_AREA,
  MAX_CHANGES_PER_PAGE,
  MAX_ITEM_CHANGES,
  MAX_ITEM_COUNT,
  MAX_LABEL_LENGTH,
  MAX_LABELS,
  MAX_NOTE_LENGTH,
  MAX_PRIORITY,
  MAX_WAIT_SECONDS,
  PERMISSIONS,
} from './limits.ts';
import {
  MAX_PROPOSAL_NOTE_LENGTH,
  MAX_PROPOSALS,
  MAX_PROPOSED_STUDENTS,
  PROPOSAL_STATUSES,
} from './proposals.ts';
import { COMPONENTS, inBoth, type Schema, StudentRegistration, servedUid } from './schemas.ts';
import { STATE_FIELDS, STATE_NAMES, type StateName } from './state-fields.ts';

const describe = (name: keyof typeof BETA_PROPERTY_TEXTS): string => inBoth(BETA_PROPERTY_TEXTS[name]);

/** In words: generators of types take a property with a `default` for one that is always sent. */
function describeDefault(name: keyof typeof BETA_PROPERTY_TEXTS, value: unknown): string {
  const { ko, en } = BETA_PROPERTY_TEXTS[name];
  const json = JSON.stringify(value);
  return inBoth({ ko: `${ko}. 생략하면 \`${json}\``, en: `${en}; \`${json}\` by default` });
}

const text = (name: keyof typeof BETA_PROPERTY_TEXTS): Schema => ({
  type: 'string',
  description: describe(name),
});
const time = (name: keyof typeof BETA_PROPERTY_TEXTS): Schema => ({ ...text(name), format: 'date-time' });
const count = (name: keyof typeof BETA_PROPERTY_TEXTS, minimum = 0): Schema => ({
  type: 'integer',
  minimum,
  description: describe(name),
});
/** An object with exactly these properties. */
const exactly = (properties: Record<string, Schema>, description?: string): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
  ...(description !== undefined && { description }),
});
const withOptional = (schema: Schema, properties: Record<string, Schema>): Schema => ({
  ...schema,
  properties: { ...(schema.properties as object), ...properties },
});
const named = (component: string, name: keyof typeof BETA_PROPERTY_TEXTS): Schema => ({
  $ref: `#/components/schemas/${component}`,
  description: describe(name),
});
const oneOf = (values: readonly string[], name: keyof typeof BETA_PROPERTY_TEXTS): Schema => ({
  ...text(name),
  enum: values,
});

/** A value in the range of its field, or null. */
function recordedValue(name: StateName): Schema {
  const { min, max, ...texts } = STATE_FIELDS[name];
  return { type: ['integer', 'null'], minimum: min, maximum: max, description: inBoth(texts) };
}

/** A value before and after. */
function changedValue(name: StateName): Schema {
  const { description, ...value } = recordedValue(name);
  return { type: 'array', prefixItems: [value, value], minItems: 2, maxItems: 2, description };
}

export const ListChangesQuery: Schema = {
  type: 'object',
  properties: {
    after: count('after'),
    limit: {
      ...count('changesAtATime', 1),
      maximum: MAX_CHANGES_PER_PAGE,
      default: DEFAULT_CHANGES_PER_PAGE,
    },
    wait: { ...count('changesWait', 1), maximum: MAX_WAIT_SECONDS },
  },
};

export const RosterQuery: Schema = {
  type: 'object',
  properties: { fields: { ...text('rosterFields'), pattern: '^\\w+(,\\w+)*$' }, at: time('rosterTime') },
};

const goalProperties = {
  wanted: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(
      STATE_NAMES.map((name) => {
        const { min, max, ...texts } = STATE_FIELDS[name];
        return [name, { type: 'integer', minimum: min, maximum: max, description: inBoth(texts) }];
      }),
    ),
    description: describe('wanted'),
  },
  labels: {
    type: 'array',
    maxItems: MAX_LABELS,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: MAX_LABEL_LENGTH, 'x-text': 'label' },
    description: describe('labels'),
  },
  note: { ...text('note'), maxLength: MAX_NOTE_LENGTH, 'x-text': 'any' },
  priority: { ...count('priority'), maximum: MAX_PRIORITY },
  isPaused: { type: 'boolean', description: describe('isPaused') },
};

export const GoalSettings: Schema = {
  type: 'object',
  required: ['wanted'],
  additionalProperties: false,
  properties: {
    ...goalProperties,
    labels: { ...goalProperties.labels, description: describeDefault('labels', []) },
    note: { ...goalProperties.note, description: describeDefault('note', '') },
    priority: { ...goalProperties.priority, description: describeDefault('priority', DEFAULT_PRIORITY) },
    isPaused: { ...goalProperties.isPaused, description: describeDefault('isPaused', false) },
  },
};

export const GoalCompletion: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    fields: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: STATE_NAMES },
      description: describe('completedFields'),
    },
    spend: { type: 'boolean', description: describeDefault('spend', true) },
  },
};

/** One label, as goals have them. */
export const PlanQuery: Schema = {
  type: 'object',
  properties: { label: { ...goalProperties.labels.items, description: describe('label') } },
};

export const FarmQuery: Schema = {
  type: 'object',
  properties: { ...(PlanQuery.properties as object), area: { ...count('area', 1), maximum: MAX_AREA } },
};

/** Those of the three slots. */
const EQUIPMENT_LEVELS = ['equip1Level', 'equip2Level', 'equip3Level'] as const satisfies StateName[];

const itemCounts: Schema = {
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 0 },
  description: describe('items'),
};

const plannedProperties = {
  studentUid: servedUid,
  from: exactly(Object.fromEntries(STATE_NAMES.map((name) => [name, recordedValue(name)])), describe('from')),
  to: { ...goalProperties.wanted, description: describe('to') },
  cost: named('GrowthCost', 'cost'),
};

const costProperties = {
  credits: count('credits'),
  exp: exactly(
    { level: count('level'), weapon: count('weapon'), equip: count('equip'), bond: count('bond') },
    describe('exp'),
  ),
  items: itemCounts,
};

const stockSchema = (type: string | readonly string[], bounds: Schema = {}): Schema =>
  exactly({
    items: {
      type: 'object',
      ...bounds,
      additionalProperties: { type, minimum: 0, maximum: MAX_ITEM_COUNT },
      description: describe('items'),
    },
  });

const setCounts = stockSchema(['integer', 'null'], { maxProperties: MAX_ITEM_CHANGES });

/** At least one of both. */
export const StockChanges: Schema = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    ...(setCounts.properties as object),
    add: {
      type: 'object',
      maxProperties: MAX_ITEM_CHANGES,
      additionalProperties: { type: 'integer', minimum: -MAX_ITEM_COUNT, maximum: MAX_ITEM_COUNT },
      description: describe('addedItems'),
    },
  },
};

const proposalNote: Schema = {
  ...text('proposalNote'),
  maxLength: MAX_PROPOSAL_NOTE_LENGTH,
  'x-text': 'any',
};

export const ProposalRequest: Schema = {
  type: 'object',
  required: ['students'],
  additionalProperties: false,
  properties: {
    students: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_PROPOSED_STUDENTS,
      items: { $ref: '#/components/schemas/ProposedStudent' },
      description: describe('proposedStudents'),
    },
    note: { ...proposalNote, description: describeDefault('proposalNote', '') },
  },
};

/** Of a registration, at least one field beside the UID. */
export const ProposedStudent: Schema = { ...StudentRegistration, required: ['studentUid'], minProperties: 2 };

/** `components.schemas` of the description of /beta. */
export const BETA_COMPONENTS: Record<string, Schema> = {
  MeResponse: exactly({
    account: exactly({ accountId: text('accountId'), name: text('name') }, describe('account')),
    caller: withOptional(
      exactly(
        {
          kind: oneOf(['key', 'app'], 'kind'),
          id: text('id'),
          name: text('name'),
          permission: oneOf(PERMISSIONS, 'permission'),
          expiresAt: time('expiresAt'),
        },
        describe('caller'),
      ),
      {
        areas: { type: 'array', items: { type: 'string', enum: AREA_NAMES }, description: describe('areas') },
      },
    ),
    limits: exactly(
      { read: named('LimitStatus', 'read'), write: named('LimitStatus', 'write') },
      describe('limits'),
    ),
  }),
  LimitStatus: exactly({
    limit: count('limit', 1),
    remaining: count('remaining'),
    resetSeconds: count('resetSeconds', 1),
  }),
  Change: withOptional(
    exactly({
      number: count('number', 1),
      at: time('at'),
      studentUid: servedUid,
      kind: oneOf(CHANGE_KINDS, 'kind'),
      by: named('ChangeAuthor', 'by'),
      group: count('group', 1),
      fields: named('ChangedFields', 'fields'),
    }),
    { spent: { ...itemCounts, description: describe('groupSpent') } },
  ),
  ChangeAuthor: {
    type: 'object',
    required: ['kind'],
    additionalProperties: false,
    properties: {
      kind: oneOf(['key', 'console', 'operator'], 'kind'),
      id: text('id'),
      name: text('name'),
    },
  },
  ChangedFields: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(STATE_NAMES.map((name) => [name, changedValue(name)])),
  },
  ChangeListResponse: exactly({
    changes: {
      type: 'array',
      maxItems: MAX_CHANGES_PER_PAGE,
      items: { $ref: '#/components/schemas/Change' },
      description: describe('changes'),
    },
    lastNumber: count('lastNumber'),
  }),
  RosterResponse: exactly({
    students: {
      type: 'array',
      items: { $ref: '#/components/schemas/RosterStudent' },
      description: describe('students'),
    },
    asOf: time('asOf'),
    lastNumber: count('lastNumber'),
  }),
  RosterStudent: withOptional(
    exactly({ studentUid: servedUid }),
    Object.fromEntries(STATE_NAMES.map((name) => [name, recordedValue(name)])),
  ),
  Goal: exactly({ studentUid: servedUid, ...goalProperties }),
  GoalSettings,
  GoalListResponse: exactly({
    goals: {
      type: 'array',
      items: { $ref: '#/components/schemas/Goal' },
      description: describe('goals'),
    },
  }),
  GoalCompletion,
  CompletedGoal: exactly({
    student: {
      $ref: '#/components/schemas/RecruitedStudentState',
      description: describe('completedStudent'),
    },
    goal: {
      oneOf: [{ $ref: '#/components/schemas/Goal' }, { type: 'null' }],
      description: describe('completedGoal'),
    },
    spent: { ...itemCounts, description: describe('spent') },
    stock: named('Stock', 'stock'),
  }),
  GoalDeleteResponse: COMPONENTS.StudentDeleteResponse as Schema,
  Stock: stockSchema('integer'),
  StockChanges,
  ProposalRequest,
  ProposedStudent,
  Proposal: withOptional(
    exactly({
      id: text('proposalId'),
      status: oneOf(PROPOSAL_STATUSES, 'proposalStatus'),
      createdAt: time('proposedAt'),
      expiresAt: time('proposalExpiresAt'),
      students: count('proposedCount', 1),
      note: proposalNote,
      reviewUrl: { ...text('reviewUrl'), format: 'uri' },
    }),
    { applied: count('appliedCount') },
  ),
  ProposalResponse: exactly({ proposal: named('Proposal', 'proposal') }),
  ProposalListResponse: exactly({
    proposals: {
      type: 'array',
      maxItems: MAX_PROPOSALS,
      items: { $ref: '#/components/schemas/Proposal' },
      description: describe('proposals'),
    },
  }),
  ProposalWithdrawal: exactly({
    id: text('proposalId'),
    withdrawn: { const: true, type: 'boolean', description: describe('withdrawn') },
  }),
  GrowthPlan: exactly({
    students: {
      type: 'array',
      items: { $ref: '#/components/schemas/PlannedStudent' },
      description: inBoth({ ko: '`priority` 순의 목표', en: 'the goals by `priority`' }),
    },
    total: named('GrowthCost', 'total'),
    stock: { ...itemCounts, description: describe('stock') },
    shortage: named('GrowthCost', 'shortage'),
  }),
  FarmPlan: exactly({
    ap: count('farmAp'),
    runs: {
      type: 'array',
      items: { $ref: '#/components/schemas/FarmRuns' },
      description: describe('farmRuns'),
    },
    elephs: {
      type: 'array',
      items: { $ref: '#/components/schemas/FarmedEleph' },
      description: describe('farmElephs'),
    },
    notDropped: { ...itemCounts, description: describe('notDropped') },
    stagesAsOf: { ...text('stagesAsOf'), format: 'date' },
  }),
  FarmRuns: exactly({
    stage: text('farmStage'),
    runs: count('stageRuns', 1),
    ap: count('stageAp', 1),
    drops: {
      type: 'object',
      additionalProperties: { type: 'number', minimum: 0 },
      description: describe('farmDrops'),
    },
  }),
  FarmedEleph: exactly({
    studentUid: servedUid,
    missing: count('missing', 1),
    stages: { type: 'array', minItems: 1, items: { type: 'string' }, description: describe('hardStages') },
    days: count('farmDays', 1),
  }),
  PlannedStudent: withOptional(exactly(plannedProperties), {
    assumed: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: EQUIPMENT_LEVELS },
      description: describe('assumed'),
    },
  }),
  GrowthCost: withOptional(exactly(costProperties), {
    unknown: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: STATE_NAMES },
      description: describe('unknown'),
    },
  }),
  RecruitedStudentState: COMPONENTS.RecruitedStudentState as Schema,
  ApiError: COMPONENTS.ApiError as Schema,
  ApiErrorResponse: COMPONENTS.ApiErrorResponse as Schema,
};
