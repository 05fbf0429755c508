import type { Language } from '../contract/bilingual.ts';
import { API_PREFIX } from '../contract/operations.ts';

/** Where the guide is. */
export const GUIDE_PATHS: Record<Language, string> = { ko: '/docs', en: '/docs/en' };

/** And the reference that sends requests. */
export const INTERACTIVE_PATH = '/docs/api';

export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`;
