import type { Language } from './bilingual.ts';

/** Prefix of every API path. */
export const API_PREFIX = '/v1';

export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`;

/** Beside the API: the whole catalogue, for tools that resolve names themselves. */
export const CATALOGUE_PATH = '/catalogue.json';

export const GUIDE_PATHS: Record<Language, string> = { ko: '/docs', en: '/docs/en' };

export const REFERENCE_PATHS: Record<Language, string> = { ko: '/docs/api', en: '/docs/en/api' };

/** The guide as Markdown. */
export const MARKDOWN_PATHS: Record<Language, string> = { ko: '/docs.md', en: '/docs/en.md' };

/** What programs that read text need: https://llmstxt.org */
export const LLMS_PATH = '/llms.txt';

/** The player's console. */
export const CONSOLE_PATH = '/console';

/** The console's pages and their paths below CONSOLE_PATH. The server sends the same HTML for each. */
export const CONSOLE_PAGES = {
  roster: '',
  import: '/import',
  keys: '/keys',
  account: '/account',
  enter: '/enter',
} as const;

/** The tools for agents. */
export const MCP_PATH = '/mcp';

/** The public address of a path. */
export const publicUrl = ({ docsUrl }: { docsUrl: string }, path: string): string =>
  docsUrl.slice(0, -GUIDE_PATHS.ko.length) + path;
