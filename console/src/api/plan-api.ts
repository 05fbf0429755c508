import type {
  CompletedGoal,
  Goal,
  GoalCompletion,
  GoalSettings,
  OwnPreset,
  Stock,
  StockChanges,
  WantedValues,
} from '../../../contract/goals.ts';
import type { GrowthFacts } from '../../../game/growth-facts.ts';
import { servicePath } from '../page-address.ts';
import { noteConnected, noteConnectionLost } from './connection-state.ts';
import { ConsoleError } from './console-error.ts';
import { takeEarlyResponse } from './early-responses.ts';
import type { Operation } from './operation.ts';
import { ofAccount, sendRequest } from './send-request.ts';

const FACTS_PATH = '/growth.json';

/** A goal to save for a student, or null to remove it. */
export interface GoalChange {
  readonly studentUid: string;
  readonly goal: GoalSettings | null;
}

interface GoalList {
  readonly goals: readonly Goal[];
}

interface PresetList {
  readonly presets: readonly OwnPreset[];
}

/** The requests of the plan. */
export const planApi = {
  listGoals: async (accountId: string) =>
    (await sendRequest<GoalList>('GET', '/goals', undefined, ofAccount(accountId))).goals,
  /** All of them or none. Returns every goal of the account. */
  changeGoals: async (accountId: string, goals: readonly GoalChange[]) =>
    (await sendRequest<GoalList>('PATCH', '/goals', { goals }, ofAccount(accountId))).goals,
  readStock: async (accountId: string) =>
    (await sendRequest<Stock>('GET', '/stock', undefined, ofAccount(accountId))).items,
  /** Returns the whole stock. */
  changeStock: async (accountId: string, items: StockChanges['items']) =>
    (await sendRequest<Stock>('PATCH', '/stock', { items }, ofAccount(accountId))).items,
  /** Raises the student to the goal and takes what it costs out of the stock, as a part of the operation. */
  completeGoal: (accountId: string, studentUid: string, completion: GoalCompletion, operation: Operation) =>
    sendRequest<CompletedGoal & { changeGroup?: number }>(
      'POST',
      `/goals/${encodeURIComponent(studentUid)}/complete`,
      completion,
      { ...ofAccount(accountId), ...operation },
    ),
  listPresets: async (accountId: string) =>
    (await sendRequest<PresetList>('GET', '/goal-presets', undefined, ofAccount(accountId))).presets,
  /** Null removes the preset. Returns all of them. */
  changePreset: async (accountId: string, preset: { name: string; wanted: WantedValues | null }) =>
    (await sendRequest<PresetList>('PATCH', '/goal-presets', preset, ofAccount(accountId))).presets,
  readFacts,
};

/** What growth costs. The browser keeps it until it changes. */
async function readFacts(): Promise<GrowthFacts> {
  try {
    const response = (await takeEarlyResponse(FACTS_PATH)) ?? (await fetch(servicePath + FACTS_PATH));
    noteConnected();
    if (response.ok) return await response.json();
    throw new ConsoleError('unexpected_response', String(response.status), { status: response.status });
  } catch (error) {
    if (error instanceof ConsoleError) throw error;
    noteConnectionLost();
    throw new ConsoleError('connection_failed', String(error));
  }
}
