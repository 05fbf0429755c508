import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as formats from '../../client/formats/index.ts';
import {
  MERGEABLE_FORMATS,
  ROSTER_FORMATS,
  type RosterFormat,
  WRITABLE_FORMATS,
} from '../../client/formats/index.ts';
import * as growth from '../../client/growth.ts';
import { KEY_PREFIX } from '../../contract/api-key-format.ts';
import { AREA_NAMES, AREAS } from '../../contract/areas.ts';
import { BETA_OPERATIONS } from '../../contract/beta-operations.ts';
import type { Bilingual, Language } from '../../contract/bilingual.ts';
import { bondInterval } from '../../contract/bond.ts';
import { BOND_RANK_STARTS } from '../../contract/bond-ranks.ts';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { HEADER_NAMES, HEADERS } from '../../contract/headers.ts';
import * as history from '../../contract/history.ts';
import * as limits from '../../contract/limits.ts';
import * as oauth from '../../contract/oauth.ts';
import { COMMON_ERRORS, OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { API_PREFIX, CATALOGUE_PATH, GROWTH_PATH, MCP_PATH, STAGES_PATH } from '../../contract/paths.ts';
import * as proposals from '../../contract/proposals.ts';
import { STATE_RULES } from '../../contract/rule-texts.ts';
import { REQUIRED_NAMES, STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import { applyPatch, WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../../contract/state-rules.ts';
import { CODE_ATTRIBUTES, GAME_SERVERS, TERRAIN_RANKS } from '../../game/attributes.ts';
import { formatJson } from '../html/assets/code-text.js';
import { REQUEST_TIMEOUT_MS } from '../http/http-server.ts';
import { TOOL_LIST, TOOL_NAMES } from '../mcp/tool-titles.ts';
import { defaultService } from './default-service.ts';
import { documentContext } from './document-page.ts';
import { exampleError, responseText } from './guide/error-examples.ts';
import { exampleStudent } from './guide/example.ts';
import { codeList, codeSpan } from './guide/markdown-text.ts';
import { fillNames, serviceNames } from './guide/service-names.ts';
import { operationExamples } from './openapi-examples.ts';
import { BETA_OPERATION_LIST, fullPath, OPERATION_LIST } from './operation-details.ts';

/**
 * What the guide's text states of the contract. A comment at the end of a line names it: what stands in the line
 * itself, the rows of a table below it, or the fence below it.
 */
const service = defaultService();
const student = exampleStudent(service);
const count = (value: number): string => value.toLocaleString('en');
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const functionsOf = (module: object): string[] => Object.keys(module).filter((name) => /^[a-z]/.test(name));
const methodsOf = (needed: limits.Permission): string => {
  const operations = [...OPERATION_LIST, ...BETA_OPERATION_LIST].map(([, operation]) => operation);
  const counted = operations.filter(({ permission }) => permission === needed);
  return [...new Set(counted.map(({ method }) => method))].join(', ');
};
const minutes = (seconds: number): Bilingual => ({
  ko: `${seconds / 60}분`,
  en: seconds === 60 ? 'minute' : `${seconds / 60} minutes`,
});
const returnedBy = (code: ErrorCode): Bilingual | string =>
  (COMMON_ERRORS as readonly ErrorCode[]).includes(code)
    ? { ko: '모든 요청', en: 'all requests' }
    : OPERATION_LIST.filter(([, { errors }]) => errors.includes(code))
        .map(([id, { method, path }]) => `[${codeSpan(`${method} ${path}`)}](#${id})`)
        .join(', ');

/** By the name in the comment, such as `ERRORS.forbidden.status`; `/60` and `-1` may follow that of a number. */
const VALUES = {
  ...limits,
  ...history,
  ...oauth,
  ...proposals,
  ...{ KEY_PREFIX, REQUEST_TIMEOUT_MS, WEAPON_REQUIRED_TIER, BOND_RANK_STARTS, STATE_FIELDS, STATE_NAMES },
  ...{ ERRORS, STATE_RULES, OPERATIONS: { ...OPERATIONS, ...BETA_OPERATIONS } },
  ...{ REQUIRED_NAMES, HEADER_NAMES, CODE_ATTRIBUTES, TERRAIN_RANKS, GAME_SERVERS },
  formatFunctions: functionsOf(formats),
  growthFunctions: functionsOf(growth),
  readMethods: methodsOf('read'),
  writeMethods: methodsOf('write'),
  readWindow: minutes(limits.RATE_LIMITS.read.windowSeconds),
  writeWindow: minutes(limits.RATE_LIMITS.write.windowSeconds),
  mcpWindow: minutes(limits.MCP_LIMIT.windowSeconds),
  returnedBy: Object.fromEntries(ERROR_CODES.map((code) => [code, returnedBy(code)])),
};

const ROWS: Record<string, (language: Language) => string[]> = {
  operations: (language) =>
    OPERATION_LIST.map(([id, { method, path, permission, [language]: title }]) =>
      row(`${codeSpan(`${method} ${path}`)} {#${id}}`, title, codeSpan(permission)),
    ),
  fields: (language) =>
    STATE_NAMES.map((name) => {
      const { min, max, nullable, [language]: meaning } = STATE_FIELDS[name];
      const isNullable = { ko: nullable ? '가능' : '**불가**', en: nullable ? 'Yes' : '**No**' };
      return row(`${codeSpan(name)} {#field-${name}}`, `${min}–${count(max)}`, isNullable[language], meaning);
    }),
  weaponLevels: (language) =>
    WEAPON_LEVEL_CAPS.slice(1).map((cap, i) =>
      row(`${i + 1}`, `0–${cap}`, { ko: '가능', en: 'Allowed' }[language]),
    ),
  bond: () =>
    BOND_RANK_STARTS.map((_, i) => {
      const { from, to } = bondInterval(i + 1);
      const distance = i + 1 === BOND_RANK_STARTS.length ? '–' : count(to + 1 - from);
      return row(`${i + 1} {#bond-${i + 1}}`, count(from), count(to), distance);
    }),
  headers: (language) =>
    HEADER_NAMES.map((name) => row(`${codeSpan(name)} {#header-${name}}`, HEADERS[name][language])),
  formats: (language) =>
    (Object.entries(ROSTER_FORMATS) as [RosterFormat, string][]).map(([format, title]) => {
      const [no, yes, merged] = {
        ko: ['아니요', '예', '예, 병합 가능'],
        en: ['no', 'yes', 'yes, also merged'],
      }[language] as [string, string, string];
      const isIn = (list: readonly RosterFormat[]) => list.includes(format);
      const writing = isIn(MERGEABLE_FORMATS) ? merged : isIn(WRITABLE_FORMATS) ? yes : no;
      return row(title, codeSpan(format), yes, writing);
    }),
  tools: (language) =>
    TOOL_NAMES.map((name) => row(codeSpan(name), TOOL_LIST[name][language], codeList(TOOL_LIST[name].areas))),
  areas: (language) => AREA_NAMES.map((area) => row(codeSpan(area), AREAS[area][language])),
};

/** A request that gets the error. */
const ERROR_REQUESTS: Record<ErrorCode, { id: OperationId; uid?: string; body?: object }> = {
  invalid_request: {
    id: 'patchRecruitedStudent',
    body: { level: STATE_FIELDS.level.max + 1, skillEx: '5', weapon: 2 },
  },
  unauthorized: { id: 'listRecruitedStudents' },
  forbidden: { id: 'patchRecruitedStudent' },
  not_found: { id: 'getRecruitedStudent', uid: '00000' },
  student_not_recruited: { id: 'getRecruitedStudent' },
  student_already_recruited: { id: 'registerRecruitedStudent', body: student.registration },
  rate_limited: { id: 'listRecruitedStudents' },
  internal_error: { id: 'patchRecruitedStudent' },
  unavailable: { id: 'patchRecruitedStudent' },
};
const response = (code: ErrorCode, id: OperationId): string =>
  responseText(exampleError(code, id, service), service.docsUrl);

/** Also of the samples, each of which finds the student as those before it have left it. */
function readFences(): Record<string, string> {
  const { uid, registered, changed, invalid, roster } = student;
  const { listChanges, putGoal, patchStock } = operationExamples(service);
  const target = { weaponTier: 3, weaponLevel: WEAPON_LEVEL_CAPS[3], level: STATE_FIELDS.level.max };
  const valid = { tier: WEAPON_REQUIRED_TIER, weaponLevel: WEAPON_LEVEL_CAPS[1], abilityHp: 1 };
  const [known, ...missing] = roster.map((one) => one.uid);
  const bodies = {
    changes: listChanges.response,
    goal: putGoal.body,
    stock: patchStock.body,
    invalidRegistration: invalid,
    validRegistration: { ...invalid, ...valid },
    registered,
    changed,
    set: { studentUid: uid, ...applyPatch(changed, target) },
    synced: { written: missing, unchanged: [known] },
  };
  return {
    ...Object.fromEntries(
      Object.entries(bodies).map(([name, body]) => [`example:${name}`, formatJson(body)]),
    ),
    'example:invalidResponse': response('invalid_request', 'registerRecruitedStudent'),
    ...Object.fromEntries(
      ERROR_CODES.flatMap((code) => {
        const { id, uid = student.uid, body } = ERROR_REQUESTS[code];
        const { method, path } = OPERATIONS[id];
        const line = `${method} ${API_PREFIX}${path.replace('{studentUid}', uid)}`;
        return [
          [`request:${code}`, body ? `${line}\n\n${formatJson(body)}` : line],
          [`response:${code}`, response(code, id)],
        ];
      }),
    ),
  };
}
const FENCES = readFences();

const NAME = /^([\w.]+?)(?:([-/])(\d+))?$/;

function findValue(name: string, language: Language): string {
  const [, path = '', operator, operand] = NAME.exec(name) ?? [];
  let value: unknown = VALUES;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  if (Array.isArray(value)) return codeList(value);
  if (typeof value === 'object' && value !== null) return (value as Bilingual)[language];
  if (typeof value === 'number' && operator === '/') return count(value / Number(operand));
  if (typeof value === 'number') return count(value - Number(operand ?? 0));
  assert.ok(typeof value === 'string', `The contract has no ${name}`);
  return value;
}

/** Whether a text has a value, which is no part of a larger number. */
const states = (text: string, value: string): boolean =>
  /^[\d,]+$/.test(value)
    ? (text.match(/\d+(?:,\d{3})*/g) ?? []).some(
        (number) => number.replaceAll(',', '') === value.replaceAll(',', ''),
      )
    : text.includes(value);

const GUIDE = join(import.meta.dirname, 'guide');
const COMMENT = / <!-- (.*) -->$/;

/** The sections of a language, or the samples, which both share. */
type Folder = Language | 'samples';

const readFiles = (folder: Folder): { file: string; lines: string[] }[] =>
  readdirSync(join(GUIDE, folder)).map((name) => ({
    file: `server/docs-site/guide/${folder}/${name}`,
    lines: readFileSync(join(GUIDE, folder, name), 'utf8').split('\n'),
  }));

/** What a comment names and the text does not have, with its line. */
function findDifferences(folder: Folder): string[] {
  const language = folder === 'samples' ? 'ko' : folder;
  const names = serviceNames(documentContext(service, language, '/docs'));
  return readFiles(folder).flatMap(({ file, lines }) => {
    const compare = (expected: readonly string[], start: number): string[] =>
      expected.flatMap((line, i) =>
        lines[start + i] !== undefined && fillNames(lines[start + i] as string, names) === line
          ? []
          : [`${file}:${start + i + 1} has to be: ${line}`],
      );
    const check = (name: string, text: string, i: number): string[] => {
      if (name.startsWith('rows:')) {
        const rows = ROWS[name.slice('rows:'.length)]?.(language) ?? assert.fail(name);
        return compare([...rows, ''], i + 1);
      }
      if (name.includes(':')) {
        const start = lines.findIndex((line, at) => at > i && line.startsWith('```')) + 1;
        return compare([...(FENCES[name] ?? assert.fail(name)).split('\n'), '```'], start);
      }
      const value = findValue(name, language);
      return states(text, value) ? [] : [`${file}:${i + 1} does not state ${name}: ${value}`];
    };
    return lines.flatMap((line, i) =>
      (COMMENT.exec(line)?.[1]?.split(' ') ?? []).flatMap((name) =>
        check(name, line.replace(COMMENT, ''), i),
      ),
    );
  });
}

const commentsOf = (folder: Folder): string[] =>
  readFiles(folder)
    .flatMap(({ lines }) => lines.flatMap((line) => COMMENT.exec(line)?.[1]?.split(' ') ?? []))
    .sort();

for (const folder of ['ko', 'en', 'samples'] as const)
  test(`the files of guide/${folder} state what the contract has`, () => {
    assert.deepEqual(findDifferences(folder), []);
  });

test('both languages state the same of the contract, and every table, error and example', () => {
  const all = commentsOf('ko');
  assert.deepEqual(all, commentsOf('en'));
  const needed = [
    ...Object.keys(ROWS).map((name) => `rows:${name}`),
    ...Object.keys(FENCES),
    ...ERROR_CODES.flatMap((code) => [`ERRORS.${code}.when`, `ERRORS.${code}.act`, `returnedBy.${code}`]),
  ];
  const stated = new Set([...all, ...commentsOf('samples')]);
  assert.deepEqual(
    needed.filter((name) => !stated.has(name)),
    [],
  );
});

/** Of two digits or more, in code too: no part of a name, and English writes the smaller ones as words. */
const NUMBER = /(?<![\w./-])\d[\d,.]*\d(?![\w-]*[a-z])/gi;

/** The numbers of a file outside of its fences and comments, each with its line. */
function readNumbers(lines: readonly string[]): Map<string, number> {
  let isFence = false;
  const found = lines.flatMap((line, i) => {
    if (line.startsWith('```')) isFence = !isFence;
    const text = line.replace(COMMENT, '').replaceAll(/\bten\b/g, '10');
    return isFence ? [] : [...text.matchAll(NUMBER)].map(([number]) => [number, i + 1] as const);
  });
  return new Map(found);
}

test('each number stands in both languages of a section', () => {
  const [ko, en] = [readFiles('ko'), readFiles('en')];
  const missing = [
    [ko, en],
    [en, ko],
  ].flatMap(([files = [], others = []]) =>
    files.flatMap(({ file, lines }, i) => {
      const known = readNumbers(others[i]?.lines ?? []);
      return [...readNumbers(lines)].flatMap(([number, at]) =>
        known.has(number) ? [] : [`${file}:${at} ${number} stands in one language alone`],
      );
    }),
  );
  assert.deepEqual(missing, []);
});

const ROOT = join(import.meta.dirname, '../..');
const REQUESTS = new Set([
  ...[...OPERATION_LIST, ...BETA_OPERATION_LIST].map(
    ([id, { method }]) => `${method} ${fullPath(id).replace(API_PREFIX, '')}`,
  ),
  ...[
    `GET ${CATALOGUE_PATH}`,
    `GET ${GROWTH_PATH}`,
    `GET ${STAGES_PATH}`,
    `POST ${MCP_PATH}`,
    'POST /oauth/revoke',
  ],
]);
const STATUS_OF_CODE = new RegExp(`(\\d{3}) \\[?\`?(${ERROR_CODES.join('|')})\\b`, 'g');
const REQUEST = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w./{}]+/g;
/** 시로코, typed with an English keyboard layout. */
const TYPED_KOREAN = 'tlfhzh';
const CODE = /`([A-Za-z]\w*)`/g;

/** Names of fields, methods, settings and headers are words of these sources. */
const readWords = (): Set<string> =>
  new Set(
    ['{contract,client,game,python,cli}/**/*.{ts,py}', 'server/!(docs-site)/**/*.ts']
      .flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: ['**/*.test.ts'] }))
      .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(/\w+/g) ?? []),
  );

test('the requests, error codes and names in the text are those of the service', () => {
  const words = readWords();
  const wrong = (['ko', 'en'] as const)
    .flatMap(readFiles)
    .flatMap(({ file, lines }) =>
      lines.flatMap((line, i) =>
        [
          ...[...line.matchAll(STATUS_OF_CODE)]
            .filter(([, status, code]) => ERRORS[code as ErrorCode].status !== Number(status))
            .map(([found]) => found),
          ...(line.match(REQUEST) ?? []).filter(
            (request) => !REQUESTS.has(request.replace(API_PREFIX, '').replace(/\d{5}$/, '{studentUid}')),
          ),
          ...[...line.matchAll(CODE)]
            .map(([, name = '']) => name)
            .filter((name) => !words.has(name) && name !== TYPED_KOREAN),
        ].map((found) => `${file}:${i + 1} ${found}`),
      ),
    );
  assert.deepEqual(wrong, []);
});
