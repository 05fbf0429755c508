import { API_PREFIX } from '../contract/api-prefix.ts';
import type { Language } from '../contract/bilingual.ts';

export const GUIDE_PATHS: Record<Language, string> = { ko: '/docs', en: '/docs/en' };

export const REFERENCE_PATHS: Record<Language, string> = { ko: '/docs/api', en: '/docs/en/api' };

/** The guide as Markdown. */
export const MARKDOWN_PATHS: Record<Language, string> = { ko: '/docs.md', en: '/docs/en.md' };

/** What programs that read text need: https://llmstxt.org */
export const LLMS_PATH = '/llms.txt';

/** Beside the API: the whole catalogue, for tools that resolve names themselves. */
export const CATALOGUE_PATH = '/catalogue.json';

/** The player's console (server/console-api/console-pages.ts). */
export const CONSOLE_PATH = '/console';

/** The tools for agents. */
export const MCP_PATH = '/mcp';

export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`;

/** The public address of a path. */
export const publicUrl = ({ docsUrl }: { docsUrl: string }, path: string): string =>
  docsUrl.slice(0, -GUIDE_PATHS.ko.length) + path;
