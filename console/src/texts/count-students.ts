export const countStudents = (count: number): string => (count === 1 ? '1 student' : `${count} students`);
