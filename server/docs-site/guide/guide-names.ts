import { docsAnchor, ERROR_CODES, ERRORS } from '../../../contract/errors.ts';
import { API_PREFIX } from '../../../contract/paths.ts';
import { STATE_RULES } from '../../../contract/rule-texts.ts';
import { STATE_NAMES, type StudentRegistration } from '../../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../../../contract/state-rules.ts';
import { formatJson } from '../../html/assets/code-text.js';
import { operationExamples } from '../openapi-examples.ts';
import { BETA_OPERATION_LIST, fullPath, OPERATION_LIST } from '../operation-details.ts';
import { exampleError, responseText } from './error-examples.ts';
import { errorNames } from './error-names.ts';
import { exampleStudent } from './example.ts';
import type { Names } from './fill-names.ts';
import { layoutNames } from './layout-names.ts';
import { codeFence, codeSpan } from './markdown-text.ts';
import { sampleNames } from './sample-names.ts';
import type { GuideContext } from './section.ts';
import { tableRows } from './table-rows.ts';
import { valueNames } from './value-names.ts';

/** Everything that the guide's text can put in by name. */
export function guideNames(guide: GuideContext): Names {
  const values = { ...valueNames(guide), ...contractNames(guide) };
  return {
    ...values,
    ...tableRows(guide),
    ...sampleNames(guide, values),
    ...exampleNames(guide),
    ...errorNames(guide),
    ...layoutNames(guide),
  };
}

/** The contract's operations, fields, errors and rules, such as `{{request:findStudents}}`. */
const contractNames = ({ language }: GuideContext): Names =>
  Object.fromEntries([
    ...[...OPERATION_LIST, ...BETA_OPERATION_LIST].flatMap(([id, { method, effect, success }]) => [
      [`request:${id}`, codeSpan(`${method} ${fullPath(id).replace(API_PREFIX, '')}`)],
      [`method:${id}`, codeSpan(method)],
      [`effect:${id}`, effect[language]],
      [`success:${id}`, `${success}`],
    ]),
    ...['studentUid', ...STATE_NAMES].map((name) => [`field:${name}`, codeSpan(name)]),
    ...ERROR_CODES.flatMap((name) => {
      const { status } = ERRORS[name];
      return [
        [`status:${name}`, `${status}`],
        [`error:${name}`, `${status} [${codeSpan(name)}](#${docsAnchor(name)})`],
      ];
    }),
    ...Object.entries(STATE_RULES).map(([name, { [language]: text }]) => [`rule:${name}`, text]),
  ]);

/** Bodies of requests and responses. */
function exampleNames(guide: GuideContext): Names {
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
