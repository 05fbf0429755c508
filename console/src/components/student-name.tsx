import type { CatalogueStudent } from '../../../client/catalogue.ts';
import { nameLanguage } from '../preferences.ts';

export const nameOfStudent = ({ names }: CatalogueStudent): string => names[nameLanguage()];

export const StudentName = ({ student }: { student: CatalogueStudent }) => (
  <span lang={nameLanguage()}>{nameOfStudent(student)}</span>
);
