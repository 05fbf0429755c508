import { API_PREFIX } from '../contract/api-prefix.ts';
import type { Language } from '../contract/bilingual.ts';

export const GUIDE_PATHS: Record<Language, string> = { ko: '/docs', en: '/docs/en' };

/** The interactive reference. */
export const INTERACTIVE_PATH = '/docs/api';

/** Beside the API: the whole catalogue, for tools that resolve names themselves. */
export const CATALOGUE_PATH = '/catalogue.json';

export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`;
