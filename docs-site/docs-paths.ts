import type { Language } from '../contract/bilingual.ts';
import { API_PREFIX } from '../contract/operations.ts';

export const GUIDE_PATHS: Record<Language, string> = { ko: '/docs', en: '/docs/en' };

/** The interactive reference. */
export const INTERACTIVE_PATH = '/docs/api';

export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`;
