import { BETA_OPERATIONS, type BetaOperationId } from '../../../contract/beta-operations.ts';
import { BETA_PREFIX } from '../../../contract/paths.ts';
import { code, type Html } from '../../html/html.ts';

/** Method and path of an operation of /beta. */
export const betaOperation = (id: BetaOperationId): Html => {
  const { method, path } = BETA_OPERATIONS[id];
  return code(`${method} ${BETA_PREFIX}${path}`);
};
