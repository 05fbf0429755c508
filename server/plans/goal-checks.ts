import { GoalSettings as GoalSchema } from '../../contract/beta-schemas.ts';
import { toFieldError } from '../../contract/field-errors.ts';
import type { GoalSettings } from '../../contract/goals.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { checkWantedValues } from '../../contract/wanted-rules.ts';
import { compileValidator } from '../http/validation.ts';

export const checkGoalShape = compileValidator(GoalSchema);

/** The rules of the wanted values, where the shape is right. */
export const checkGoalRules = ({ wanted }: GoalSettings): FieldError[] =>
  checkWantedValues(wanted).map((error) => toFieldError({ ...error, field: `wanted.${error.field}` }));
