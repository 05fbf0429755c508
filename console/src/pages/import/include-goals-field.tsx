import type { Signal } from '@preact/signals';
import { storeIn } from '../../components/set-to.ts';
import { useResource } from '../../components/use-resource.ts';
import { goals, hasGoalsOf } from '../../goals/goal-store.ts';
import { refreshGoals } from '../../goals/refresh-goals.ts';
import { GOAL_IMPORT } from '../../texts/goal-import-texts.ts';
import { OptionField } from './option-field.tsx';

interface IncludeGoalsFieldProps {
  accountId: string;
  /** Undefined until the player chooses: then the goals are part of the export if there are any. */
  choice: Signal<boolean | undefined>;
}

export const includesGoals = (accountId: string, choice: boolean | undefined): boolean =>
  choice ?? (hasGoalsOf(accountId) && goals.value.length > 0);

export function IncludeGoalsField({ accountId, choice }: IncludeGoalsFieldProps) {
  // A failure shows with the export itself.
  useResource(() => refreshGoals(accountId));
  return (
    <OptionField
      label={GOAL_IMPORT.include}
      hint={GOAL_IMPORT.includeHint}
      isChosen={includesGoals(accountId, choice.value)}
      choose={storeIn(choice)}
    />
  );
}
