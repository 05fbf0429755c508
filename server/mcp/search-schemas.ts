import { FindStudentsQuery, type Schema } from '../../contract/schemas.ts';
import { ATTRIBUTE_NAMES } from '../catalogue/fact-checks.ts';
import { ATTRIBUTES, attributeFilter, attributeName } from './attribute-schemas.ts';
import { cursor, limit, object, type Properties } from './schema-parts.ts';

export const DEFAULT_SEARCH_RESULTS = 10;
/** The results of each query, where one call has many. */
export const DEFAULT_RESULTS_OF_EACH = 3;
const MAX_QUERIES = 50;

const { description: _, ...query } = (FindStudentsQuery.properties as Properties).query as Schema;
const { default: DEFAULT_PAGE_SIZE, ...optionalLimit } = limit;

export const SearchInput = object(
  {
    query: {
      ...query,
      description: 'A name in Korean, Japanese or English, a part of one, or a UID',
    },
    queries: {
      type: 'array',
      items: query,
      minItems: 1,
      maxItems: MAX_QUERIES,
      description: `In place of \`query\`, ${MAX_QUERIES} at most. Each counts as one read, with \`attributes\` one for each hundred matches. \`limit\` holds for each, ${DEFAULT_RESULTS_OF_EACH} by default`,
    },
    attributes: attributeFilter,
    fields: {
      type: 'array',
      items: attributeName,
      maxItems: ATTRIBUTE_NAMES.length,
      uniqueItems: true,
      description: `Attributes to return. Default: none. In answers they are ${ATTRIBUTES}`,
    },
    limit: {
      ...optionalLimit,
      description: `Students in one answer. Default: ${DEFAULT_SEARCH_RESULTS}; without a query ${DEFAULT_PAGE_SIZE}`,
    },
    cursor,
  },
  [],
);
