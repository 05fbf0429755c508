/** A count and its noun, in English. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const countStudents = (count: number): string => pluralize(count, 'student');
