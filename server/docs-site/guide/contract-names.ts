import { docsAnchor, ERROR_CODES, ERRORS } from '../../../contract/errors.ts';
import { API_PREFIX } from '../../../contract/paths.ts';
import { STATE_RULES } from '../../../contract/rule-texts.ts';
import { STATE_NAMES } from '../../../contract/state-fields.ts';
import { BETA_OPERATION_LIST, fullPath, OPERATION_LIST } from '../operation-details.ts';
import type { Names } from './fill-names.ts';
import { codeSpan } from './markdown-text.ts';
import type { GuideContext } from './section.ts';

/** The contract's operations, fields, errors and rules, such as `{{request:findStudents}}`. */
export const contractNames = ({ language }: GuideContext): Names =>
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
