import { gzipSync } from 'node:zlib';

/** A text of planner_of_plana's copy button. */
export function writePlanaText(students: readonly object[]): string {
  const state = { format: 'ba_planner_state', version: 1, students, inventory: {}, resources: { credit: 1 } };
  return `BAPSTATE1:${gzipSync(JSON.stringify(state)).toString('base64url')}`;
}
