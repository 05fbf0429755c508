import type { GrowthState, RecruitedStudent } from '../../contract/state-fields.ts';
import {
  foreignNotices,
  foreignPlaceholders,
  isUntouchedIn,
  readForeignState,
  writeForeignState,
} from './foreign-fields.ts';
import { fillNulls } from './merge-state.ts';
import { isJsonObject, type JsonObject, ownValue } from './parse-json.ts';
import { type StatedRow, toUid } from './read-row.ts';
import type { RosterReader } from './roster-reader.ts';
import type { RosterText } from './roster-text.ts';

export interface PlannerSave extends JsonObject {
  characters: unknown[];
}

/** Keys that tell a save from the characters that BA-Scanner writes. */
const SAVE_KEYS = [
  'exportVersion',
  'character_order',
  'disabled_characters',
  'owned_materials',
  'site_version',
];
const CHARACTER_KEYS = ['target', 'eleph', 'level_target'];
/** The version whose characters have `current` and `target`. Before it, each had both flat, as `level` and `level_target`. */
const EXPORT_VERSION = 2;
/** Keys of a flat character that the planner takes over. */
const FLAT_KEYS = [
  ...['level', 'bond', 'star', 'ue', 'ue_level', 'ex', 'basic', 'passive', 'sub'],
  ...['gear1', 'gear2', 'gear3'],
];
const TARGET_SUFFIX = '_target';
const FLAT_TARGET_KEYS = FLAT_KEYS.map((key) => key + TARGET_SUFFIX);
/** An edited save has every other number as a string. */
const NUMBER_KEYS = ['star', 'ue'];

export const readPlanner: RosterReader = (text) => {
  const save = findSave(text);
  return (
    save && {
      rows: readCharacters(save.characters),
      warnings: foreignNotices('planner'),
      placeholders: foreignPlaceholders('planner'),
      isUntouched: isUntouchedIn('planner'),
    }
  );
};

export function findSave(text: RosterText): PlannerSave | undefined {
  if (text.kind !== 'json' || !isJsonObject(text.value)) return undefined;
  const { value } = text;
  const characters = ownValue(value, 'characters');
  if (!Array.isArray(characters)) return undefined;
  const isSave =
    SAVE_KEYS.some((key) => Object.hasOwn(value, key)) ||
    characters.some((character) => CHARACTER_KEYS.some((key) => ownValue(character, key) !== undefined));
  return isSave ? (value as PlannerSave) : undefined;
}

function* readCharacters(characters: unknown[]): Generator<StatedRow> {
  for (const character of characters)
    if (ownValue(ownValue(character, 'eleph'), 'unlocked') !== false)
      yield {
        uid: ownValue(character, 'id'),
        name: ownValue(character, 'name'),
        ...readForeignState('planner', ownValue(nestCharacter(character), 'current')),
      };
}

/** Gives a flat character the shape of today, as the planner does when it imports one. */
export function nestCharacter(character: unknown): unknown {
  if (!isJsonObject(character) || ownValue(character, 'current') !== undefined) return character;
  const entries = Object.entries(character);
  const pick = (keys: readonly string[], suffix = '') =>
    Object.fromEntries(
      entries
        .filter(([key]) => keys.includes(key))
        .map(([key, value]) => [key.slice(0, key.length - suffix.length), value]),
    );
  const current = pick(FLAT_KEYS);
  if (Object.keys(current).length === 0) return character;
  const rest = entries.filter(([key]) => !FLAT_KEYS.includes(key) && !FLAT_TARGET_KEYS.includes(key));
  return { ...Object.fromEntries(rest), current, target: pick(FLAT_TARGET_KEYS, TARGET_SUFFIX) };
}

/** Replaces `current` of the students that a held save has, in any form, and adds the others in their first form. */
export function updateSave(
  states: readonly RecruitedStudent[],
  names: ReadonlyMap<string, string>,
  forms: ReadonlyMap<string, readonly string[]>,
  held: PlannerSave = newSave(),
): PlannerSave {
  const missing = new Map(states.map((state) => [state.studentUid, state]));
  const stateByForm = new Map(
    states.flatMap((state) =>
      [state.studentUid, ...(forms.get(state.studentUid) ?? [])].map((uid) => [uid, state]),
    ),
  );
  const updated = held.characters.map(nestCharacter).map((character) => {
    const state = stateByForm.get(toUid(ownValue(character, 'id')));
    if (state === undefined || !isJsonObject(character)) return character;
    missing.delete(state.studentUid);
    return updateCharacter(character, state);
  });
  const added = Array.from(missing.values(), (state) =>
    newCharacter(state, names.get(state.studentUid) ?? state.studentUid),
  );
  const { exportVersion: version } = held;
  const exportVersion = typeof version === 'number' && version > EXPORT_VERSION ? version : EXPORT_VERSION;
  return { ...held, exportVersion, characters: [...updated, ...added] };
}

function updateCharacter(character: JsonObject, state: RecruitedStudent): JsonObject {
  const { current, eleph } = character;
  const { values } = readForeignState('planner', current);
  const next = { ...(isJsonObject(current) && current), ...toCurrent(fillNulls(state, values)) };
  return {
    ...character,
    current: next,
    // The planner reads the target of every character.
    target: isJsonObject(character.target) ? character.target : next,
    ...(isJsonObject(eleph) && { eleph: { ...eleph, unlocked: true } }),
    ...describeBondGear(state),
  };
}

export const toCurrent = (state: GrowthState): JsonObject =>
  Object.fromEntries(
    Object.entries(writeForeignState('planner', state)).map(([key, value]) => [
      key,
      NUMBER_KEYS.includes(key) ? value : String(value),
    ]),
  );

export const NEW_ELEPH = {
  owned: '0',
  unlocked: true,
  cost: '1',
  purchasable: '20',
  farm_nodes: '0',
  node_refresh: false,
  use_eligma: false,
  use_shop: false,
};

export function newCharacter(state: RecruitedStudent, name: string, isRecruited = true): JsonObject {
  const current = toCurrent(state);
  return {
    id: state.studentUid,
    name,
    current,
    target: current,
    eleph: { ...NEW_ELEPH, unlocked: isRecruited },
    enabled: true,
    ...describeBondGear(state),
  };
}

/** True if the game has a favourite item for the student, which is unknown where none is recorded. False hides it. */
export const describeBondGear = ({ equipSpecial }: GrowthState) =>
  equipSpecial === null ? {} : { hasBondGear: true };

const newSave = (): PlannerSave => ({
  exportVersion: EXPORT_VERSION,
  characters: [],
  character_order: [],
  disabled_characters: [],
  owned_materials: {},
  groups: {},
  language: 'Kr',
  level_cap: 90,
  server: 'Global',
  site_version: '1.4.22',
});
