import type { AttributeLabels, StudentAttributes } from '../game/attributes.ts';

/** A student of the game. */
export interface CatalogueStudent {
  /** The representative UID. */
  studentUid: string;
  /** In Korean, Japanese and English. */
  names: { ko: string; ja: string; en: string };
  /** Other names, in any language. */
  aliases: string[];
  /** UIDs of other forms, which mean the same student. */
  forms: string[];
  /** Attributes that are left out are not known. */
  attributes: StudentAttributes;
  /** Since when this service has her, as YYYY-MM-DD; left out if she was in its first catalogue. */
  added?: string;
  /** The same for the global server: since when its catalogue says that she is out there, or when she will be. */
  addedGlobal?: string;
}

/** All students of the game. */
export interface Catalogue {
  /** Another one after each change. */
  version: string;
  students: CatalogueStudent[];
  /** The names of the codes in `attributes`. */
  labels: AttributeLabels;
  /** The day of which it is, as YYYY-MM-DD; unknown for a service that does not say. Newer students are not in it. */
  date?: string | undefined;
}
