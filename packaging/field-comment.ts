import { STATE_RULES } from '../contract/rule-texts.ts';
import { STATE_FIELDS, type StateName } from '../contract/state-fields.ts';

/** The comment on a state field in the packages: its title, its range in the words of the language, and its rules. */
export function describeField(name: StateName, range: string): string {
  const { en } = STATE_FIELDS[name];
  const rules = Object.values(STATE_RULES)
    .filter(({ fields }) => (fields as readonly StateName[]).includes(name))
    .map((rule) => ` ${rule.en}`);
  return `${en.charAt(0).toUpperCase()}${en.slice(1)}. ${range}.${rules.join('')}`;
}
