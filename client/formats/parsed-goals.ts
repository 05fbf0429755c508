import type { GoalSettings } from '../../contract/goals.ts';
import type { CatalogueStudent } from '../catalogue.ts';
import type { Notice } from './notices.ts';
import type { ItemTable } from './planner-items.ts';

/** What goals and stock are read and written with: students of the catalogue, and the items of `/growth.json`. */
export interface GameData {
  students: readonly Pick<CatalogueStudent, 'studentUid' | 'forms' | 'attributes'>[];
  items: ItemTable;
}

/** What a text says of goals and stock. */
export interface ParsedGoals {
  /** In the order of the text, one for each student. */
  goals: ParsedGoal[];
  /** By the ID of the item. */
  stock: Record<string, number>;
  /** The students of whom no goal is read. */
  skipped: SkippedStudent[];
  /** What holds for the whole text; each goal has warnings of its own. */
  warnings: Notice[];
}

/** The goal of one student. */
export interface ParsedGoal {
  /** The representative UID. */
  studentUid: string;
  /** As `goals.put` takes it. */
  goal: GoalSettings;
  /** What was corrected or left out. */
  warnings: Notice[];
}

/** A student of whom no goal is read. */
export interface SkippedStudent {
  /** As the text has it; empty if it has none. */
  studentUid: string;
  name?: string;
  reason: Notice;
}
