import type { Language } from '../contract/bilingual.ts';
import { VERSION } from '../contract/operations.ts';

/** Where the guide is. */
export const GUIDE_PATHS: Record<Language, string> = { ko: '/docs', en: '/docs/en' };

/** And the reference that sends requests. */
export const INTERACTIVE_PATH = '/docs/api';

export const OPENAPI_PATH = `${VERSION}/openapi.json`;
