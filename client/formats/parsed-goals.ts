import type { GoalSettings } from '../../contract/goals.ts';
import type { CatalogueStudent } from '../catalogue.ts';
import type { Notice } from './notices.ts';
import type { ItemTable } from './planner-items.ts';

/** The data to read and write goals and stock with: students of the catalogue, items of `/growth.json`. */
export interface GameData {
  students: readonly Pick<CatalogueStudent, 'studentUid' | 'forms' | 'attributes'>[];
  items: ItemTable;
}

/** The goals and the stock of a text. */
export interface ParsedGoals {
  /** In the order of the text, one for each student. */
  goals: ParsedGoal[];
  /** By the ID of the item. */
  stock: Record<string, number>;
  /** The students of whom no goal is read. */
  skipped: SkippedStudent[];
  /** Warnings about the whole text; each goal has warnings of its own. */
  warnings: Notice[];
}

/** The goal of one student. */
export interface ParsedGoal {
  /** The representative UID. */
  studentUid: string;
  /** The goal as `goals.put` takes it. */
  goal: GoalSettings;
  /** Corrections and omissions. */
  warnings: Notice[];
}

/** A student of whom no goal is read. */
export interface SkippedStudent {
  /** The UID as the text has it; empty if it has none. */
  studentUid: string;
  name?: string;
  reason: Notice;
}
