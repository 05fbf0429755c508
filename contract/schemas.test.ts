import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BETA_PROPERTY_TEXTS } from './beta-property-texts.ts';
import { inBoth, PROPERTY_TEXTS, splitLanguages } from './schemas.ts';
import { STATE_FIELDS } from './state-fields.ts';

test('the text of every property and state field is found again in the description that has both languages', () => {
  for (const { ko, en } of Object.values({ ...STATE_FIELDS, ...PROPERTY_TEXTS, ...BETA_PROPERTY_TEXTS }))
    assert.deepEqual(splitLanguages(inBoth({ ko, en })), { ko, en });
});
