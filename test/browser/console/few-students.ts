import students from '../../../data/students.json' with { type: 'json' };

/** As many as a test imports at once, and a few more. */
const FIRST = 44;
/** Their students are all there, so that a search by the name finds several. */
const NAMES = ['시로코', '세리나', '하나코'];
const NAMED_BY_TESTS = ['10052', '20020', '20048'];
const TWO_FORMS = ['10098'];
/** Those who come to the global server last. */
const LATEST = students.slice(-3);
/** The first of each school, role and so on, so that each value of a filter has somebody. */
const ONE_OF_EACH = (['school', 'role', 'attack', 'armor', 'squad', 'recruit'] as const).flatMap(
  (attribute) =>
    [...Map.groupBy(students, ({ attributes }) => attributes[attribute]).values()].map(([first]) => first),
);

/** A few students of the shipped catalogue, in its order. A search by role takes time for every student of a page. */
export const FEW_STUDENTS = students.filter(
  (student, place) =>
    place < FIRST ||
    NAMES.some((name) => student.names.ko.startsWith(name)) ||
    [...NAMED_BY_TESTS, ...TWO_FORMS].includes(student.uid) ||
    [...LATEST, ...ONE_OF_EACH].includes(student),
);
