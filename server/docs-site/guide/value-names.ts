import * as formats from '../../../client/formats/index.ts';
import * as growth from '../../../client/growth.ts';
import { KEY_PREFIX } from '../../../contract/api-key-format.ts';
import { BETA_OPERATIONS } from '../../../contract/beta-operations.ts';
import { BOND_RANK_STARTS } from '../../../contract/bond-ranks.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { HEADER_NAMES } from '../../../contract/headers.ts';
import { CHANGE_RETENTION_DAYS, MAX_CHANGES, SNAPSHOT_RETENTION_DAYS } from '../../../contract/history.ts';
import {
  DEFAULT_PAGE_SIZE,
  DEFAULT_PRIORITY,
  KEY_LIFETIME_YEARS,
  MAX_BODY_BYTES,
  MAX_CHANGES_PER_PAGE,
  MAX_FIELD_ERRORS,
  MAX_FIELD_NAME_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_LABELS,
  MAX_NOTE_LENGTH,
  MAX_PAGE_SIZE,
  MAX_QUERY_LENGTH,
  MAX_WAIT_SECONDS,
  MAX_WAITING_OF_ACCOUNT,
  MAX_WAITING_OF_KEY,
  MCP_LIMIT,
  type Permission,
  RATE_LIMITS,
} from '../../../contract/limits.ts';
import { OPERATIONS, type Operation } from '../../../contract/operations.ts';
import { API_PREFIX, BETA_PREFIX, CATALOGUE_PATH, GROWTH_PATH, MCP_PATH } from '../../../contract/paths.ts';
import { REQUIRED_NAMES, STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import { WEAPON_REQUIRED_TIER } from '../../../contract/state-rules.ts';
import { CODE_ATTRIBUTES, GAME_SERVERS, TERRAIN_RANKS } from '../../../game/attributes.ts';
import { REQUEST_TIMEOUT_MS } from '../../http/http-server.ts';
import { rateLimitHeader, rateLimitPolicyHeader } from '../../rate-limit/rate-limit-headers.ts';
import { exampleStudent } from './example.ts';
import type { Names } from './fill-names.ts';
import { codeList, codeSpan, escapeText } from './markdown-text.ts';
import type { GuideContext } from './section.ts';

/** These mean that the request was not processed: even a write is safe to resend. */
const RETRYABLE_CODES = ['rate_limited', 'unavailable'] as const;
const MAX_ATTEMPTS = 5;
/** When the reads of the example are used up, in seconds before the end of the window. */
const EXAMPLE_RETRY_AFTER = 23;

/** Figures, paths and words of the contract, of this server and of its catalogue. */
export const valueNames = (guide: GuideContext): Names => ({
  ...pathNames(guide),
  ...limitNames(guide),
  ...catalogueNames(guide),
  keyPrefix: KEY_PREFIX,
  keyLifetimeYears: `${KEY_LIFETIME_YEARS}`,
  defaultPageSize: `${DEFAULT_PAGE_SIZE}`,
  maxPageSize: `${MAX_PAGE_SIZE}`,
  maxQueryLength: `${MAX_QUERY_LENGTH}`,
  maxFieldErrors: `${MAX_FIELD_ERRORS}`,
  maxListedFieldErrors: `${MAX_FIELD_ERRORS - 1}`,
  maxFieldNameLength: `${MAX_FIELD_NAME_LENGTH}`,
  maxLabels: `${MAX_LABELS}`,
  maxLabelLength: `${MAX_LABEL_LENGTH}`,
  maxNoteLength: `${MAX_NOTE_LENGTH}`,
  defaultPriority: `${DEFAULT_PRIORITY}`,
  maxChanges: count(MAX_CHANGES),
  maxChangesPerPage: `${MAX_CHANGES_PER_PAGE}`,
  maxWaitSeconds: `${MAX_WAIT_SECONDS}`,
  maxWaitingOfKey: `${MAX_WAITING_OF_KEY}`,
  maxWaitingOfAccount: `${MAX_WAITING_OF_ACCOUNT}`,
  changeRetentionDays: `${CHANGE_RETENTION_DAYS}`,
  snapshotRetentionYears: `${SNAPSHOT_RETENTION_DAYS / 365}`,
  stateFields: `${STATE_NAMES.length}`,
  requiredFields: codeList(REQUIRED_NAMES),
  registrationFields: codeList(['studentUid', ...REQUIRED_NAMES]),
  weaponRequiredTier: `${WEAPON_REQUIRED_TIER}`,
  bondRanks: `${BOND_RANK_STARTS.length}`,
  maxBond: `${STATE_FIELDS.bond.max}`,
  maxBondExp: count(STATE_FIELDS.bondExp.max),
  codeAttributes: codeList(CODE_ATTRIBUTES),
  terrainRanks: codeList(TERRAIN_RANKS),
  gameServers: codeList(GAME_SERVERS),
  headerNames: codeList(HEADER_NAMES),
  formatFunctions: codeList(functionsOf(formats)),
  growthFunctions: codeList(functionsOf(growth)),
  retryableStatuses: RETRYABLE_CODES.map((name) => ERRORS[name].status).join(guide.t(' 또는 ', ' or ')),
  retryablePatterns: RETRYABLE_CODES.map((name) => `*'"code":"${name}"'*`).join(' | '),
  attempts: Array.from({ length: MAX_ATTEMPTS }, (_, i) => i + 1).join(' '),
});

const pathNames = ({ baseUrl }: GuideContext): Names => ({
  baseUrl,
  rootUrl: baseUrl.slice(0, -API_PREFIX.length),
  mcpUrl: baseUrl.slice(0, -API_PREFIX.length) + MCP_PATH,
  apiPrefix: API_PREFIX,
  betaPrefix: BETA_PREFIX,
  cataloguePath: CATALOGUE_PATH,
  growthPath: GROWTH_PATH,
  mcpPath: MCP_PATH,
});

function limitNames({ t, limits }: GuideContext): Names {
  const { windowSeconds } = RATE_LIMITS.read;
  const window = (seconds: number) =>
    t(`${seconds / 60}분`, seconds === 60 ? 'minute' : `${seconds / 60} minutes`);
  return {
    readLimit: count(limits.read),
    readWindow: window(windowSeconds),
    readSeconds: `${windowSeconds}`,
    readMethods: methodsOf('read'),
    readPolicy: rateLimitPolicyHeader('read', limits.read),
    writeLimit: count(limits.write),
    writeWindow: window(RATE_LIMITS.write.windowSeconds),
    writeMethods: methodsOf('write'),
    mcpLimit: count(MCP_LIMIT.perWindow),
    mcpWindow: window(MCP_LIMIT.windowSeconds),
    bodySize: `${MAX_BODY_BYTES / 1024 ** 2} MiB`,
    requestTimeoutSeconds: `${REQUEST_TIMEOUT_MS / 1000}`,
    exampleSeconds: `${windowSeconds - EXAMPLE_RETRY_AFTER}`,
    exampleRetryAfter: `${EXAMPLE_RETRY_AFTER}`,
    rateLimitAtStart: rateLimitHeader('read', limits.read - 1, windowSeconds),
    rateLimitAtEnd: rateLimitHeader('read', 0, EXAMPLE_RETRY_AFTER),
  };
}

const methodsOf = (needed: Permission): string => {
  const all: Operation[] = [...Object.values(OPERATIONS), ...Object.values(BETA_OPERATIONS)];
  const operations = all.filter(({ permission }) => permission === needed);
  return [...new Set(operations.map(({ method }) => method))].join(', ');
};

function catalogueNames(guide: GuideContext): Names {
  const { language, served } = guide;
  const { catalogue, importedAt } = served;
  const { uid, name } = exampleStudent(guide);
  const withForms = catalogue.entries.find(({ otherForms }) => otherForms !== undefined);
  return {
    students: `${catalogue.entries.length}`,
    otherForms: `${catalogue.otherForms}`,
    catalogueVersion: codeSpan(catalogue.version),
    isShipped: importedAt === null ? '' : undefined,
    importedAt: importedAt === null ? undefined : new Date(importedAt).toISOString(),
    exampleUid: codeSpan(uid),
    exampleName: codeSpan(name),
    formsName: withForms && escapeText(withForms.names[language]),
    formsUid: withForms && codeSpan(withForms.uid),
    formsOtherUid: withForms && codeSpan(withForms.otherForms?.[0] ?? ''),
  };
}

/** Not its classes and constants, whose names begin with a capital. */
const functionsOf = (module: object): string[] => Object.keys(module).filter((name) => /^[a-z]/.test(name));

const count = (value: number): string => value.toLocaleString('en');
