import { hash } from 'node:crypto';
import type { BetaOperationId } from '../../contract/beta-operations.ts';
import { CONSOLE_PAGES } from '../../contract/console-paths.ts';
import { FieldErrors } from '../../contract/field-errors.ts';
import { BETA_PREFIX } from '../../contract/paths.ts';
import type { Proposal, ProposalRequest, ProposedStudent } from '../../contract/proposals.ts';
import type { AppContext } from '../app-context.ts';
import { refuseWrite, throwFieldErrors } from '../auth/refuse-write.ts';
import { ApiError } from '../errors/api-error.ts';
import { matchesEtag } from '../http/content-encoding.ts';
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

  const toProposal = ({ createdAt, keyId: _, keyName: __, applied, ...stored }: StoredProposal): Proposal => {
    const expiresAt = createdAt + PROPOSAL_MS;
    const isOver = stored.status === 'open' && expiresAt <= now();
    return {
      id: stored.id,
      status: isOver ? 'expired' : stored.status,
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      students: stored.students,
      note: stored.note,
      reviewUrl: `${urls.console()}${CONSOLE_PAGES.proposals}?id=${stored.id}`,
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
        ...{ id: generateId('prp'), note, students: proposed.length },
        ...{ createdAt: now(), content: JSON.stringify(proposed) },
      };
      if (!(await saveProposal(database, caller, proposal))) await refuseWrite(store, caller, now());
      const stored = { ...proposal, keyId: caller.id, keyName: '', status: 'open', applied: null } as const;
      const location = `${new URL(urls.base()).pathname.replace(/\/v1$/, BETA_PREFIX)}/proposals/${proposal.id}`;
      const answer = jsonOutcome(JSON.stringify({ proposal: toProposal(stored) }));
      return { ...withHeaders(answer, { location }), status: 201 };
    },

    async listProposals({ caller }) {
      const proposals = await listOfKey(database, caller);
      return jsonOutcome(JSON.stringify({ proposals: proposals.map(toProposal) }));
    },

    async getProposal(context) {
      const body = JSON.stringify({ proposal: toProposal(await findOwn(context)) });
      const etag = `"${hash('sha256', body, 'hex').slice(0, 32)}"`;
      if (matchesEtag(context.request.headers['if-none-match'], etag))
        return { status: 304, headers: { etag } };
      return withHeaders(jsonOutcome(body), { etag });
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
