import { readFileSync, writeFileSync } from 'node:fs';
import { SHIPPED_STUDENTS_FILE } from './catalogue-data.ts';
import { addCostumeAliases } from './costume-aliases.ts';

/** `npm run aliases` adds the aliases of students in costume to the shipped catalogue, one student in a line. */
const entries = addCostumeAliases(JSON.parse(readFileSync(SHIPPED_STUDENTS_FILE, 'utf8')));
writeFileSync(SHIPPED_STUDENTS_FILE, `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
