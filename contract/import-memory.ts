/** What an account remembers of the texts that its player imports. */
export interface ImportMemory {
  /** The meanings of headings, as the player has written them: `SHEET_MEANINGS`. */
  readonly headings: Readonly<Record<string, string>>;
  /** The UIDs of students by what the player calls them. */
  readonly aliases: Readonly<Record<string, string>>;
  /** The IDs of items by what the player calls them. */
  readonly items: Readonly<Record<string, string>>;
}

/** What to remember; null forgets it. */
export interface ImportMemoryChange {
  readonly headings?: Readonly<Record<string, string | null>>;
  readonly aliases?: Readonly<Record<string, string | null>>;
  readonly items?: Readonly<Record<string, string | null>>;
}

export const NO_IMPORT_MEMORY: ImportMemory = { headings: {}, aliases: {}, items: {} };
