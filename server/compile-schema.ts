import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isLabelText } from '../contract/label-text.ts';
import type { Schema } from '../contract/schemas.ts';

/**
 * Coerces, drops and defaults nothing, and reports every error. The schemas themselves are checked by `npm run
 * check:openapi`; checking them here would take a fifth of the start.
 */
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, meta: false, validateSchema: false });

/** Characters that a text may hold: `any` text that PostgreSQL stores too, or that of a `label`, which is one line. */
ajv.addKeyword({
  keyword: 'x-text',
  type: 'string',
  validate: (kind: 'any' | 'label', text: string) =>
    kind === 'label' ? isLabelText(text) : !text.includes('\0') && text.isWellFormed(),
});

/** Compiles the same object once, however often it is called. */
export const compileSchema = (schema: Schema): ValidateFunction => ajv.compile(schema);
