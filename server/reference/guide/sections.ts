import { bond } from './bond.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';
import { flow } from './flow.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import { paging } from './paging.ts';
import { rules } from './rules.ts';
import type { Section } from './section.ts';
import { start } from './start.ts';
import { students } from './students.ts';
import { versions } from './versions.ts';

/** In the order in which a developer needs them. */
export const SECTIONS: readonly Section[] = [
  start,
  flow,
  students,
  fields,
  rules,
  bond,
  paging,
  limits,
  errors,
  keys,
  versions,
];
