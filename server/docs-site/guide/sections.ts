import { agents } from './agents-section.ts';
import { bond } from './bond-section.ts';
import { browsers } from './browsers-section.ts';
import { errors } from './errors-section.ts';
import { fields } from './fields-section.ts';
import { flow } from './flow-section.ts';
import { formats } from './formats-section.ts';
import { goals } from './goals-section.ts';
import { history } from './history-section.ts';
import { keys } from './keys-section.ts';
import { limits } from './limits-section.ts';
import { paging } from './paging-section.ts';
import { rules } from './rules-section.ts';
import type { Section } from './section.ts';
import { start } from './start-section.ts';
import { students } from './students-section.ts';
import { sync } from './sync-section.ts';
import { versions } from './versions-section.ts';

/** In page order. */
export const SECTIONS: readonly Section[] = [
  start,
  sync,
  flow,
  students,
  fields,
  rules,
  bond,
  paging,
  limits,
  errors,
  keys,
  browsers,
  agents,
  formats,
  history,
  goals,
  versions,
];
