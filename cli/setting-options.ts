import { SETTING_NAMES, SETTINGS, type SettingName, toEnvName, toFlagName } from '../server/config.ts';
import type { Option } from './command.ts';

/** All settings but the database, which other commands have too. */
export const SETTING_OPTIONS: Readonly<Record<string, Option>> = Object.fromEntries(
  SETTING_NAMES.filter((name) => name !== 'database').map((name) => [
    toFlagName(name),
    { value: 'VALUE', help: describeSetting(name) },
  ]),
);

export function describeSetting(name: SettingName): string {
  const { help, defaultValue } = SETTINGS[name];
  const shownDefault = defaultValue === true ? 'on' : String(defaultValue ?? '');
  return `${help} (${toEnvName(name)}${shownDefault === '' ? '' : `; default ${shownDefault}`})`;
}
