import type { StudentRegistration } from '../../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../../../contract/state-rules.ts';
import { formatJson } from '../../html/assets/code-text.js';
import { operationExamples } from '../openapi-examples.ts';
import { exampleError, responseText } from './error-examples.ts';
import { exampleStudent } from './example.ts';
import type { Names } from './fill-names.ts';
import { codeFence } from './markdown-text.ts';
import type { GuideContext } from './section.ts';

/** Bodies of requests and responses. */
export function exampleNames(guide: GuideContext): Names {
  const { invalid } = exampleStudent(guide);
  const { listChanges, putGoal, patchStock } = operationExamples(guide);
  const valid: StudentRegistration = {
    ...invalid,
    tier: WEAPON_REQUIRED_TIER,
    weaponLevel: WEAPON_LEVEL_CAPS[1],
    abilityHp: 1,
  };
  const refusal = exampleError('invalid_request', 'registerRecruitedStudent', guide);
  return {
    'example:changes': json(listChanges.response),
    'example:goal': json(putGoal.body),
    'example:stock': json(patchStock.body),
    'example:invalidRegistration': json(invalid),
    'example:invalidResponse': codeFence('http', responseText(refusal, guide.docsUrl)),
    'example:validRegistration': json(valid),
  };
}

const json = (value: unknown): string => codeFence('json', formatJson(value));
