import { STATE_FIELDS, STATE_NAMES, type StateName } from '../contract/state-fields.ts';
import { describeField } from './field-comment.ts';

const MAPPED_TYPE = /export type GrowthState = \{[^}]*\};/;

/** Writes the growth state field by field, with a comment on each: editors show none for the fields of a mapped type. */
export function describeGrowthState(declarations: string): string {
  if (!MAPPED_TYPE.test(declarations)) throw new Error('The declarations do not contain GrowthState.');
  return declarations.replace(
    MAPPED_TYPE,
    () => `export type GrowthState = {\n${STATE_NAMES.map(declareField).join('\n')}\n};`,
  );
}

function declareField(name: StateName): string {
  const { min, max, nullable } = STATE_FIELDS[name];
  const range = `An integer from ${min} to ${max}${nullable ? ', or null if unknown' : ''}`;
  return `    /** ${describeField(name, range)} */\n    ${name}: number${nullable ? ' | null' : ''};`;
}
