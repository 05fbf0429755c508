/** What people read stands in both languages, Korean first: to leave one out is a type error. */
export interface Bilingual {
  readonly ko: string;
  readonly en: string;
}

export type Language = keyof Bilingual;
