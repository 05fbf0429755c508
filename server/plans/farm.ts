import { FarmQuery } from '../../contract/beta-schemas.ts';
import { type FarmPlan, farmPlan } from '../../game/farm-plan.ts';
import type { AppContext } from '../app-context.ts';
import { stagesFile } from '../catalogue/catalogue-data.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { parseQueryString } from '../http/paging.ts';
import { compileValidator } from '../http/validation.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { createPlanReader } from './growth-plan.ts';

const validateQuery = compileValidator(FarmQuery);

/** Where to farm what the plan of an account lacks. */
export function createFarmReader(context: Pick<AppContext, 'store' | 'catalogue'>) {
  const readPlan = createPlanReader(context);
  return async (accountId: string, request: Pick<IncomingRequest, 'query'>): Promise<FarmPlan> => {
    const { label, area } = parseFarmQuery(request);
    const { shortage } = await readPlan(accountId, label);
    return farmPlan(context.catalogue.current.catalogue.growthFacts, stagesFile(), shortage, { area });
  };
}

function parseFarmQuery({ query }: Pick<IncomingRequest, 'query'>): { label?: string; area?: number } {
  const sent = parseQueryString(query);
  const isNumber = typeof sent.area === 'string' && /^\d+$/.test(sent.area);
  const parsed = isNumber ? { ...sent, area: Number(sent.area) } : sent;
  const errors = validateQuery(parsed);
  if (errors.length > 0) throw invalidRequest(errors);
  return parsed;
}
