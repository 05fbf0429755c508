import type { RecruitedStudent } from '../../contract/state-fields.ts';
import {
  foreignNotices,
  foreignPlaceholders,
  readForeignState,
  writeForeignState,
} from './foreign-fields.ts';
import { fillNulls } from './merge-state.ts';
import { isJsonObject, type JsonObject, ownValue } from './parse-json.ts';
import type { StatedRow } from './read-row.ts';
import type { RosterReader } from './roster-reader.ts';
import type { RosterText } from './roster-text.ts';

interface PlannerSave extends JsonObject {
  characters: unknown[];
}

/** What tells a save from the characters that BA-Scanner writes. */
const SAVE_KEYS = [
  'exportVersion',
  'character_order',
  'disabled_characters',
  'owned_materials',
  'site_version',
];
const CHARACTER_KEYS = ['target', 'eleph'];
/** An edited save has every other number as a string. */
const NUMBER_KEYS = ['star', 'ue'];

export const readPlanner: RosterReader = (text) => {
  const save = findSave(text);
  return (
    save && {
      rows: readCharacters(save.characters),
      warnings: foreignNotices(),
      placeholders: foreignPlaceholders('planner'),
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
        ...readForeignState('planner', ownValue(character, 'current')),
      };
}

/** Replaces `current` of the students that a held save has, in any form, and adds the others in their first form. */
export function writePlanner(
  states: readonly RecruitedStudent[],
  names: ReadonlyMap<string, string>,
  forms: ReadonlyMap<string, readonly string[]>,
  held: PlannerSave = newSave(),
): string {
  const missing = new Map(states.map((state) => [state.studentUid, state]));
  const stateByForm = new Map(
    states.flatMap((state) =>
      [state.studentUid, ...(forms.get(state.studentUid) ?? [])].map((uid) => [uid, state]),
    ),
  );
  const updated = held.characters.map((character) => {
    const state = stateByForm.get(String(ownValue(character, 'id')));
    if (state === undefined || !isJsonObject(character)) return character;
    missing.delete(state.studentUid);
    return updateCharacter(character, state);
  });
  const added = Array.from(missing.values(), (state) =>
    newCharacter(state, names.get(state.studentUid) ?? state.studentUid),
  );
  return JSON.stringify({ ...held, characters: [...updated, ...added] });
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
  };
}

const toCurrent = (state: RecruitedStudent): JsonObject =>
  Object.fromEntries(
    Object.entries(writeForeignState('planner', state)).map(([key, value]) => [
      key,
      NUMBER_KEYS.includes(key) ? value : String(value),
    ]),
  );

function newCharacter(state: RecruitedStudent, name: string): JsonObject {
  const current = toCurrent(state);
  return {
    id: state.studentUid,
    name,
    current,
    target: current,
    eleph: {
      owned: '0',
      unlocked: true,
      cost: '1',
      purchasable: '20',
      farm_nodes: '0',
      node_refresh: false,
      use_eligma: false,
      use_shop: false,
    },
    enabled: true,
    hasBondGear: state.equipSpecial !== null,
  };
}

const newSave = (): PlannerSave => ({
  exportVersion: 2,
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
