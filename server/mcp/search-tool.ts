import type { StudentSummary } from '../../client/index.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { AttributeFilter } from '../../game/attribute-filter.ts';
import * as schemas from './search-schemas.ts';
import { type AttributeName, createAttributeCheck, pickAttributes } from './student-attributes.ts';
import { type PageArguments, takePage } from './take-page.ts';
import { defineTool } from './tool.ts';
import { describeError, ToolError } from './tool-error.ts';

export const searchStudents = defineTool({
  name: 'search_students',
  description: `${OPERATIONS.findStudents.effect.en} Students of the game, whether the player has them or not; list_roster filters those of the player. Variants such as swimsuit versions are different students. Pass \`queries\` to look for many in one call. \`attributes\` filters the results; without a query it lists all students who have them. save_students takes exact names itself.`,
  input: schemas.SearchInput,
  async run(
    { query, queries, attributes, fields = [], cursor, limit }: SearchArguments,
    { rollbook, signal },
  ) {
    checkQueries(query, queries, attributes);
    const { students, labels } = await rollbook.students.catalogue({ signal });
    const studentByUid = new Map(students.map((student) => [student.studentUid, student]));
    const hasAttributes = attributes && createAttributeCheck(attributes, labels);
    const describe = ({ studentUid, name }: StudentSummary) => {
      const student = studentByUid.get(studentUid);
      return {
        studentUid,
        name,
        englishName: student?.names.en ?? '',
        japaneseName: student?.names.ja ?? '',
        ...pickAttributes(student?.attributes, fields),
      };
    };
    const describePage = (matching: readonly StudentSummary[], size: number) => {
      const { page, ...place } = takePage(matching, ({ studentUid }) => studentUid, size, cursor);
      return { students: page.map(describe), ...place };
    };
    const search = async (one: string, size: number) => {
      const listing = rollbook.students.search(one, { signal });
      if (hasAttributes === undefined) {
        const page = await listing.page({ limit: size, cursor });
        return { students: page.students.map(describe), nextCursor: page.nextCursor };
      }
      const found = await listing.toArray();
      const matching = found.filter(({ studentUid }) =>
        hasAttributes(studentByUid.get(studentUid)?.attributes),
      );
      return describePage(matching, size);
    };
    if (queries !== undefined)
      return searchEach(queries, (one) => search(one, limit ?? schemas.DEFAULT_RESULTS_OF_EACH));
    if (query !== undefined) return search(query, limit ?? schemas.DEFAULT_SEARCH_RESULTS);
    const matching = students
      .filter((student) => hasAttributes?.(student.attributes))
      .map(({ studentUid, names }) => ({ studentUid, name: names.ko }));
    return describePage(matching, limit ?? DEFAULT_PAGE_SIZE);
  },
});

interface SearchArguments extends PageArguments {
  query?: string;
  queries?: string[];
  attributes?: AttributeFilter;
  fields?: AttributeName[];
}

function checkQueries(
  query: string | undefined,
  queries: string[] | undefined,
  attributes: AttributeFilter | undefined,
): void {
  if (query !== undefined && queries !== undefined)
    throw new ToolError('invalid_request', 'Only one of `query` and `queries` can be answered.', [
      { field: 'queries', message: 'cannot be combined with `query`' },
    ]);
  if (query === undefined && queries === undefined && attributes === undefined)
    throw new ToolError('invalid_request', 'One of `query`, `queries` and `attributes` is needed.', [
      { field: 'query', message: 'is needed, unless there are `queries` or `attributes`' },
    ]);
}

/** Answers the queries in their order, as many as the limit of reads lets through. */
async function searchEach<Found extends { students: object[] }>(
  queries: readonly string[],
  search: (query: string) => Promise<Found>,
) {
  const results: { query: string; students: Found['students'] }[] = [];
  for (const query of queries)
    try {
      const { students } = await search(query);
      results.push({ query, students });
    } catch (error) {
      const retryAfterSeconds = describeError(error)?.retryAfterSeconds;
      if (retryAfterSeconds === undefined || results.length === 0) throw error;
      return { results, unanswered: queries.slice(results.length), retryAfterSeconds };
    }
  return { results, unanswered: [], retryAfterSeconds: null };
}
