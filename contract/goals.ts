import { DEFAULT_PRIORITY } from './limits.ts';
import { type RecruitedStudent, STATE_NAMES, type StateName } from './state-fields.ts';

/** The values that a student is to reach: at least one. */
export type WantedValues = { [Name in StateName]?: number };

/** What is sent for one student. What it leaves out has its default: a goal is replaced as a whole. */
export interface GoalSettings {
  readonly wanted: WantedValues;
  /** None by default. */
  readonly labels?: readonly string[] | undefined;
  /** Empty by default. */
  readonly note?: string | undefined;
  /** 0 comes first; 5000 by default. */
  readonly priority?: number | undefined;
  /** False by default. */
  readonly isPaused?: boolean | undefined;
}

/** What a player wants for one student, recruited or not. */
export interface Goal {
  /** The representative UID. */
  readonly studentUid: string;
  readonly wanted: WantedValues;
  readonly labels: readonly string[];
  readonly note: string;
  readonly priority: number;
  readonly isPaused: boolean;
}

/** Wanted values under a name that the player has given. */
export interface OwnPreset {
  readonly name: string;
  readonly wanted: WantedValues;
}

/** How a goal is completed: as far as these fields, all by default. */
export interface GoalCompletion {
  readonly fields?: readonly StateName[] | undefined;
  /** Whether what it costs is taken out of the stock; true by default. */
  readonly spend?: boolean | undefined;
}

/** What a completion has done. */
export interface CompletedGoal {
  readonly student: RecruitedStudent;
  /** Null once all is reached that was wanted. */
  readonly goal: Goal | null;
  /** By item, with `credits`: as much as the stock had. */
  readonly spent: Readonly<Record<string, number>>;
  readonly stock: Stock;
}

/** How much of each item the account has. */
export interface Stock {
  readonly items: Readonly<Record<string, number>>;
}

/** The items to set; null forgets one. The others stay. */
export interface StockChanges {
  readonly items: Readonly<Record<string, number | null>>;
  /** What is added to the counts. */
  readonly add?: Readonly<Record<string, number>> | undefined;
}

/** Without the student, as goals are stored. */
export function completeGoal({
  wanted,
  labels = [],
  note = '',
  priority = DEFAULT_PRIORITY,
  isPaused = false,
}: GoalSettings): Omit<Goal, 'studentUid'> {
  const named = STATE_NAMES.filter((name) => wanted[name] !== undefined);
  // JSON.parse can return -0.
  const values = Object.fromEntries(named.map((name) => [name, (wanted[name] as number) + 0]));
  return { wanted: values, labels, note, priority: priority + 0, isPaused };
}
