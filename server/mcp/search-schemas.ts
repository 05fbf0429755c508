import { MAX_PAGE_SIZE } from '../../contract/limits.ts';
import { FindStudentsQuery, type Schema } from '../../contract/schemas.ts';
import { ATTRIBUTE_NAMES } from '../catalogue/fact-checks.ts';
import { attributeFilter, attributeName, attributes } from './attribute-schemas.ts';
import {
  count,
  cursor,
  limit,
  nextCursor,
  object,
  type Properties,
  retryAfterSeconds,
  studentUid,
  withoutDescription,
} from './schema-parts.ts';

export const DEFAULT_SEARCH_RESULTS = 10;
/** The results of each query, where one call has many. */
export const DEFAULT_RESULTS_OF_EACH = 3;
const MAX_QUERIES = 50;

const query: Schema = {
  ...(FindStudentsQuery.properties as Properties).query,
  description: 'A name in Korean, Japanese or English, a part of one, or a UID',
};
const { default: DEFAULT_PAGE_SIZE, ...optionalLimit } = limit;

export const SearchInput = object(
  {
    query,
    queries: {
      type: 'array',
      items: withoutDescription(query),
      minItems: 1,
      maxItems: MAX_QUERIES,
      description: `In place of \`query\`. Each counts as one read, with \`attributes\` one for each hundred matches. \`limit\` holds for each, ${DEFAULT_RESULTS_OF_EACH} by default`,
    },
    attributes: attributeFilter,
    fields: {
      type: 'array',
      items: attributeName,
      maxItems: ATTRIBUTE_NAMES.length,
      uniqueItems: true,
      description: 'Attributes to return. Default: none',
    },
    limit: {
      ...optionalLimit,
      description: `Students in one answer. Default: ${DEFAULT_SEARCH_RESULTS}; without a query ${DEFAULT_PAGE_SIZE}`,
    },
    cursor,
  },
  [],
);
const foundStudents: Schema = {
  type: 'array',
  maxItems: MAX_PAGE_SIZE,
  items: object(
    {
      studentUid,
      name: { type: 'string' },
      englishName: { type: 'string' },
      japaneseName: { type: 'string' },
      attributes,
    },
    ['studentUid', 'name', 'englishName', 'japaneseName'],
  ),
};
/** `queries` are answered with the last three properties, all else with the first three. */
export const SearchOutput = object(
  {
    students: foundStudents,
    nextCursor,
    total: count('With `attributes`: students who match, on all pages'),
    results: {
      type: 'array',
      maxItems: MAX_QUERIES,
      items: object({ query: { type: 'string' }, students: foundStudents }),
    },
    unanswered: {
      type: 'array',
      maxItems: MAX_QUERIES,
      items: { type: 'string' },
      description: 'Queries that met the limit of reads',
    },
    retryAfterSeconds,
  },
  [],
);
