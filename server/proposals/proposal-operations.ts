import type { BetaOperationId } from '../../contract/beta-operations.ts';
import { CONSOLE_PAGES } from '../../contract/console-paths.ts';
import { FieldErrors } from '../../contract/field-errors.ts';
import { BETA_PREFIX, publicUrl } from '../../contract/paths.ts';
import type { Proposal, ProposalRequest, ProposedStudent } from '../../contract/proposals.ts';
import type { AppContext } from '../app-context.ts';
import { refuseWrite, throwFieldErrors } from '../auth/refuse-write.ts';
import { ApiError } from '../errors/api-error.ts';
import { tagOf, unlessKept } from '../http/etags.ts';
import { compileValidator } from '../http/validation.ts';
import { jsonOutcome, withHeaders } from '../request/outcome.ts';
import type { Operation, RequestContext } from '../request/request-context.ts';
import { generateId } from '../secrets.ts';
import {
  findOfKey,
  listOfKey,
  PROPOSAL_MS,
  type StoredProposal,
  saveProposal,
  withdrawSteps,
} from './records.ts';
import { PROPOSAL_BODY } from './schemas.ts';

const validate = compileValidator(PROPOSAL_BODY);

/** What a tool does with its own proposals below /beta. */
export function createProposalOperations({ store, now, urls, catalogue: { resolve } }: AppContext) {
  const { database } = store;

  const toProposal = ({
    id,
    status,
    createdAt,
    students,
    note,
    applied,
  }: Omit<StoredProposal, 'keyId' | 'keyName'>): Proposal => {
    const expiresAt = createdAt + PROPOSAL_MS;
    return {
      id,
      status: status === 'open' && expiresAt <= now() ? 'expired' : status,
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      students,
      note,
      reviewUrl: `${urls.console()}${CONSOLE_PAGES.proposals}?id=${id}`,
      ...(applied !== null && { applied }),
    };
  };

  /** By the representative UID, each once. */
  function resolveStudents(students: readonly ProposedStudent[]): ProposedStudent[] {
    const resolved = new Map<string, ProposedStudent>();
    const errors = new FieldErrors();
    for (const [i, student] of students.entries()) {
      const studentUid = resolve(student.studentUid);
      if (studentUid === undefined) errors.add(`students.${i}.studentUid`, '카탈로그에 없는 학생입니다.');
      else if (resolved.has(studentUid))
        errors.add(`students.${i}.studentUid`, '같은 학생은 한 번만 보내십시오.');
      else resolved.set(studentUid, { ...student, studentUid });
    }
    throwFieldErrors(errors);
    return [...resolved.values()];
  }

  async function findOwn({ caller, request }: RequestContext): Promise<StoredProposal> {
    const stored = await findOfKey(database, caller, idIn(request));
    if (stored === undefined) throw proposalNotFoundError();
    return stored;
  }

  return {
    async createProposal({ caller, readBody }) {
      const body = await readBody();
      throwFieldErrors(validate(body));
      const { students, note = '' } = body as ProposalRequest;
      const proposed = resolveStudents(students);
      const proposal = {
        id: generateId('prp'),
        note,
        students: proposed.length,
        createdAt: now(),
        content: JSON.stringify(proposed),
      };
      if (!(await saveProposal(database, caller, proposal))) await refuseWrite(store, caller, now());
      const stored = { ...proposal, status: 'open', applied: null } as const;
      const location = new URL(
        publicUrl({ docsUrl: urls.docs() }, `${BETA_PREFIX}/proposals/${proposal.id}`),
      );
      const answer = jsonOutcome(JSON.stringify({ proposal: toProposal(stored) }));
      return { ...withHeaders(answer, { location: location.pathname }), status: 201 };
    },

    async listProposals({ caller }) {
      const proposals = await listOfKey(database, caller);
      return jsonOutcome(JSON.stringify({ proposals: proposals.map(toProposal) }));
    },

    async getProposal(context) {
      const body = JSON.stringify({ proposal: toProposal(await findOwn(context)) });
      return unlessKept(context.request, jsonOutcome(body), { etag: tagOf(body) });
    },

    async withdrawProposal(context) {
      const { caller, request } = context;
      const steps = withdrawSteps(caller, idIn(request), now());
      const failed = await database.write('withdrawProposal', steps, caller.accountId);
      if (failed !== undefined && failed !== steps.at(-1)) await refuseWrite(store, caller, now());
      if (failed !== undefined) throw proposalNotFoundError();
      return jsonOutcome(JSON.stringify({ id: idIn(request), withdrawn: true }));
    },
  } satisfies Partial<Record<BetaOperationId, Operation>>;
}

const idIn = ({ params }: RequestContext['request']): string => params.proposalId ?? '';

export const proposalNotFoundError = (): ApiError =>
  new ApiError('not_found', '이 키에는 그런 제안이 없습니다. 끝난 제안은 철회할 수 없습니다.');
