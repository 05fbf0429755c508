import { docsAnchor, ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import { OPERATIONS, type OperationId } from '../../../contract/operations.ts';
import type { StateName } from '../../../contract/state-fields.ts';
import { code, type Html, html } from '../../html/html.ts';

/** Names of the contract as inline code. A name that is not in its tables is a type error. */
export const field = (name: StateName | 'studentUid'): Html => code(name);

export const operation = (id: OperationId): Html => code(`${OPERATIONS[id].method} ${OPERATIONS[id].path}`);

export const method = (id: OperationId): Html => code(OPERATIONS[id].method);

export const errorCode = (name: ErrorCode): Html =>
  html`${ERRORS[name].status} <a href="#${docsAnchor(name)}">${code(name)}</a>`;
