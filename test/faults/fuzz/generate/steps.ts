import fc from 'fast-check';
import type { Step } from '../step.ts';
import { ask } from './asks.ts';
import { raw } from './bytes.ts';
import { usually } from './words.ts';

export const anySteps: fc.Arbitrary<Step[]> = fc.array(usually<Step>(16, ask, raw), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
});
