import { API_PREFIX, BETA_PREFIX } from './api-paths.ts';
import type { Language } from './bilingual.ts';

export * from './api-paths.ts';

export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`;

export const BETA_OPENAPI_PATH = `${BETA_PREFIX}/openapi.json`;

/** The guide in the language that the reader prefers. Errors lead here. */
export const GUIDE_PATH = '/docs';

/** The guide in one language, whatever the reader prefers. */
export const GUIDE_PATHS: Record<Language, string> = { ko: '/docs/ko', en: '/docs/en' };

/** The front page in one language; `/` is the one that the reader prefers. */
export const FRONT_PATHS: Record<Language, string> = { ko: '/ko', en: '/en' };

export const REFERENCE_PATHS: Record<Language, string> = { ko: '/docs/api', en: '/docs/en/api' };

/** How a player connects an AI assistant. */
export const ASSISTANTS_PATHS: Record<Language, string> = {
  ko: '/docs/assistants',
  en: '/docs/en/assistants',
};

/** What has changed in each version. */
export const CHANGELOG_PATHS: Record<Language, string> = {
  ko: '/docs/changelog',
  en: '/docs/en/changelog',
};

export const CHANGELOG_MARKDOWN_PATH = '/docs/changelog.md';

/** The guide as Markdown. */
export const MARKDOWN_PATHS: Record<Language, string> = { ko: '/docs.md', en: '/docs/en.md' };

/** What programs that read text need: https://llmstxt.org */
export const LLMS_PATH = '/llms.txt';

/** Where password managers look for the pages that add and manage passkeys. */
export const PASSKEY_ENDPOINTS_PATH = '/.well-known/passkey-endpoints';

/** Where to report security problems: RFC 9116. */
export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** The portraits of students, if the operator has some. */
export const PORTRAITS_PATH = '/portraits';
/** The icons of items, likewise. */
export const ITEM_ICONS_PATH = '/portraits/items';

/** The tools for agents. */
export const MCP_PATH = '/mcp';

/** The public address of a path. */
export const publicUrl = ({ docsUrl }: { docsUrl: string }, path: string): string =>
  docsUrl.slice(0, -GUIDE_PATH.length) + path;
