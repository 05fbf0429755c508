import fc from 'fast-check';
import type { Step } from '../steps.ts';
import { requestStep } from './http-requests.ts';
import { rawStep } from './raw-bytes.ts';
import { mostly } from './text.ts';

export const stepList: fc.Arbitrary<Step[]> = fc.array(mostly<Step>(16, requestStep, rawStep), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
});
