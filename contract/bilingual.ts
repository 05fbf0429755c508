/** Text for the documentation, required in both languages. */
export interface Bilingual {
  readonly ko: string;
  readonly en: string;
}

export type Language = keyof Bilingual;
