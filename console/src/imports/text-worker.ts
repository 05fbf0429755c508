/** Parses texts of other tools in a Web Worker, so that one that takes too long ends with it and not with the page. */
import { cutAccountParts } from '../../../client/formats/account-parts.ts';
import {
  RosterFormatError,
  readAccountGoals,
  readPlannerGoals,
  readRoster,
  unpackText,
  writePlannerGoals,
  writeRoster,
} from '../../../client/formats/index.ts';
import { readStock } from '../../../client/formats/read-stock.ts';

const TASKS = {
  cutAccountParts,
  readRoster: async (...[text, options]: Parameters<typeof readRoster>) =>
    readRoster(await unpackText(text), options),
  readStock: async (...[text, facts]: Parameters<typeof readStock>) =>
    readStock(await unpackText(text), facts),
  readAccountGoals,
  readPlannerGoals,
  writeRoster,
  writePlannerGoals,
};
export type TextTasks = typeof TASKS;

/** What the page asks for. */
export type TextRequest = {
  [Name in keyof TextTasks]: { name: Name; parameters: Parameters<TextTasks[Name]> };
}[keyof TextTasks];

/** `started` comes before the text is looked at, so that the start of the worker is not counted. */
export type TextAnswer =
  | { kind: 'started' }
  | { kind: 'done'; value: unknown }
  | { kind: 'refused'; ko: string; en: string };

const answer = (message: TextAnswer): void => postMessage(message);

addEventListener('message', async ({ data: { name, parameters } }: MessageEvent<TextRequest>) => {
  answer({ kind: 'started' });
  try {
    const run = TASKS[name] as (...values: unknown[]) => unknown;
    answer({ kind: 'done', value: await run(...parameters) });
  } catch (error) {
    // A rejected promise would not reach the page.
    if (!(error instanceof RosterFormatError)) return reportError(error);
    // The class does not outlive the message.
    answer({ kind: 'refused', ko: error.ko, en: error.en });
  }
});
