import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTING_NAMES, SETTINGS } from '../server/config.ts';
import { describeSetting } from './setting-options.ts';

test('the default that the help of a setting shows is a value that the setting takes', () => {
  for (const name of SETTING_NAMES) {
    const [, shown] = /; default (.*)\)$/.exec(describeSetting(name)) ?? [];
    const { defaultValue, parse } = SETTINGS[name];
    if (shown !== undefined) assert.equal(parse(shown), defaultValue, name);
  }
});
