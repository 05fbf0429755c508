import manifest from '../../cli/package.json' with { type: 'json' };
import type { BETA_OPERATIONS } from '../../contract/beta-operations.ts';
import { type CompletedGoal, completeGoal, type Goal, type Stock } from '../../contract/goals.ts';
import type { HeaderName } from '../../contract/headers.ts';
import { type Change, describeChange } from '../../contract/history.ts';
import { type Permission, RATE_LIMITS } from '../../contract/limits.ts';
import type { LimitStatus, Me } from '../../contract/me.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { API_PREFIX } from '../../contract/paths.ts';
import type { Proposal } from '../../contract/proposals.ts';
import type { RecruitedStudent } from '../../contract/state-fields.ts';
import { applyPatch } from '../../contract/state-rules.ts';
import type { FarmPlan } from '../../game/farm-plan.ts';
import { planGrowth } from '../../game/growth-plan.ts';
import { spendStock } from '../../game/growth-spending.ts';
import { plannedCost } from '../../game/planned-cost.ts';
import { searchStudents } from '../catalogue/search-operation.ts';
import { rateLimitHeader, rateLimitPolicyHeader } from '../rate-limit/rate-limit-headers.ts';
import { exampleStudent } from './guide/example.ts';
import type { ServiceInfo } from './guide/section.ts';
import type { AnyOperationId } from './operation-details.ts';

type Rows = typeof OPERATIONS & typeof BETA_OPERATIONS;

/** With a body if the operation takes one, so that the compiler reports a missing example. */
type OperationExamples = {
  [Id in AnyOperationId]: { response: unknown } & (Rows[Id] extends { body: string }
    ? { body: object }
    : { body?: never });
};

/** What each operation takes and returns for a student of this catalogue, as the service's own functions compute it. */
export function operationExamples(service: ServiceInfo): OperationExamples {
  const { uid, name, registration, registered, change, changed } = exampleStudent(service);
  const goal: Goal = { studentUid: uid, ...completeGoal(EXAMPLE_GOAL) };
  const { studentUid: _, ...recorded } = changed;
  const plan = planGrowth(service.served.catalogue.growthFacts, [{ ...goal, recorded }], EXAMPLE_STOCK.items);
  return {
    findStudents: { response: JSON.parse(searchStudents(service.served.catalogue, { query: name })) },
    listRecruitedStudents: { response: { students: [changed], nextCursor: null } },
    registerRecruitedStudent: { body: registration, response: registered },
    getRecruitedStudent: { response: changed },
    patchRecruitedStudent: { body: change, response: changed },
    deleteRecruitedStudent: { response: { studentUid: uid, deleted: true } },
    getMe: {
      response: {
        account: { accountId: 'acc_example', name: 'sensei' },
        caller: { kind: 'key', ...EXAMPLE_KEY, permission: 'write', expiresAt: '2027-11-24T09:00:00.000Z' },
        limits: {
          read: exampleLimit('read', service),
          write: { ...exampleLimit('write', service), remaining: service.limits.write },
        },
      } satisfies Me,
    },
    listChanges: {
      response: {
        changes: [
          exampleChange(1, uid, describeChange(undefined, registered)),
          exampleChange(2, uid, describeChange(registered, changed)),
        ],
        lastNumber: 2,
      },
    },
    getRoster: { response: { students: [changed], asOf: EXAMPLE_TIME, lastNumber: 2 } },
    listGoals: { response: { goals: [goal] } },
    getGoal: { response: goal },
    putGoal: { body: EXAMPLE_GOAL, response: goal },
    deleteGoal: { response: { studentUid: uid, deleted: true } },
    completeGoal: { body: { spend: true }, response: exampleCompletion(service, changed) },
    getStock: { response: EXAMPLE_STOCK },
    getPlan: { response: plan },
    getFarmPlan: { response: EXAMPLE_FARM_PLAN },
    patchStock: { body: { items: { ...EXAMPLE_STOCK.items, 3031: null } }, response: EXAMPLE_STOCK },
    createProposal: {
      body: { students: [{ studentUid: uid, ...change }], note: EXAMPLE_PROPOSAL.note },
      response: { proposal: EXAMPLE_PROPOSAL },
    },
    listProposals: { response: { proposals: [EXAMPLE_PROPOSAL] } },
    getProposal: { response: { proposal: { ...EXAMPLE_PROPOSAL, status: 'applied', applied: 1 } } },
    withdrawProposal: { response: { id: EXAMPLE_PROPOSAL.id, withdrawn: true } },
  };
}

const EXAMPLE_KEY = { id: 'key_example', name: 'YuzuTrends' };
const EXAMPLE_GOAL = { wanted: { level: 90, skillEx: 5, bond: 20 }, labels: ['총력전'], priority: 100 };
const EXAMPLE_STOCK: Stock = { items: { 3030: 12, credits: 5_000_000 } };
const EXAMPLE_FARM_PLAN: FarmPlan = {
  ap: 1_220,
  runs: [
    { stage: '28-1', runs: 120, ap: 1_200, drops: { e101009: 41.28, e102009: 30.96 } },
    { stage: '3-1', runs: 2, ap: 20, drops: { 3020: 0.1 } },
  ],
  elephs: [{ studentUid: '10041', missing: 30, stages: ['28-3'], days: 25 }],
  notDropped: { 9999: 1, credits: 12_000_000 },
  stagesAsOf: '2026-06-24',
};
const EXAMPLE_TIME = '2026-11-24T12:00:00.000Z';
const EXAMPLE_PROPOSAL: Proposal = {
  id: 'prp_example',
  status: 'open',
  createdAt: EXAMPLE_TIME,
  expiresAt: '2026-12-24T12:00:00.000Z',
  students: 1,
  note: '11월 24일에 찍은 화면',
  reviewUrl: 'https://rollbook.example/console/proposals?id=prp_example',
};

const exampleLimit = (name: Permission, { limits }: ServiceInfo): LimitStatus => ({
  limit: limits[name],
  remaining: limits[name] - 1,
  resetSeconds: RATE_LIMITS[name].windowSeconds,
});

function exampleCompletion({ served: { catalogue } }: ServiceInfo, student: RecruitedStudent): CompletedGoal {
  const { studentUid, ...recorded } = student;
  const { growthFacts: facts } = catalogue;
  const { wanted } = EXAMPLE_GOAL;
  const { items } = EXAMPLE_STOCK;
  const spent = spendStock(facts, studentUid, plannedCost(facts, studentUid, recorded, wanted), items);
  const left = Object.entries(items).map(([item, count]) => [item, count - (spent[item] ?? 0)]);
  return {
    student: { studentUid, ...applyPatch(recorded, wanted) },
    goal: null,
    spent,
    stock: { items: Object.fromEntries(left) },
  };
}

const exampleChange = (
  number: number,
  studentUid: string,
  change: ReturnType<typeof describeChange>,
): Change => ({
  number,
  at: EXAMPLE_TIME,
  studentUid,
  kind: 'changed',
  by: { kind: 'key', ...EXAMPLE_KEY },
  group: 1,
  fields: {},
  ...change,
});

/** Values of the parameters by name, which the interactive reference prefills. */
export function parameterExamples(service: ServiceInfo): Record<string, string> {
  const { uid, name } = exampleStudent(service);
  return {
    query: name,
    studentUid: uid,
    proposalId: EXAMPLE_PROPOSAL.id,
    fields: 'tier,weaponTier',
    at: EXAMPLE_TIME,
  };
}

export function headerExamples(service: ServiceInfo): Record<HeaderName, string | number> {
  const { uid } = exampleStudent(service);
  const limit = service.limits.read;
  return {
    'Request-Id': 'kX3bQ9Zr-1k',
    'RateLimit-Policy': rateLimitPolicyHeader('read', limit),
    RateLimit: rateLimitHeader('read', limit - 1, RATE_LIMITS.read.windowSeconds),
    ETag: 'W/"5f0c9a64b1e27d38"',
    'Rollbook-Version': manifest.version,
    Location: API_PREFIX + OPERATIONS.getRecruitedStudent.path.replace('{studentUid}', uid),
    'Retry-After': 1,
    'WWW-Authenticate': 'Bearer',
  };
}
