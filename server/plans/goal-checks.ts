import { GoalSettings as GoalSchema } from '../../contract/beta-schemas.ts';
import { checkWantedValues, type GoalSettings } from '../../contract/goals.ts';
import { type FieldError, toFieldError } from '../../contract/state-rules.ts';
import { compileValidator } from '../http/validation.ts';

const validateGoal = compileValidator(GoalSchema);

/** The shape of a goal, texts included. */
export function checkGoalShape(body: unknown): FieldError[] {
  const errors = validateGoal(body);
  return errors.length > 0 ? errors : checkGoalTexts(body as GoalSettings);
}

/** Free text holds neither NUL nor half a surrogate pair, which PostgreSQL does not store. */
export function checkGoalTexts({ labels = [], note = '' }: GoalSettings): FieldError[] {
  const errors = labels.flatMap((label, i) => {
    const field = `labels.${i}`;
    if (/[\p{Cc}\p{Cs}]/u.test(label) || label.trim() !== label)
      return [{ field, message: '제어 문자와 앞뒤 공백이 없는 문자열이어야 합니다.' }];
    return labels.indexOf(label) === i ? [] : [{ field, message: '같은 라벨은 한 번만 보내십시오.' }];
  });
  if (note.includes('\0') || !note.isWellFormed())
    errors.push({ field: 'note', message: 'NUL 문자와 짝이 없는 서로게이트를 쓸 수 없습니다.' });
  return errors;
}

/** The rules of the wanted values, where the shape is right. */
export const checkGoalRules = ({ wanted }: GoalSettings): FieldError[] =>
  checkWantedValues(wanted).map((error) => toFieldError({ ...error, field: `wanted.${error.field}` }));
