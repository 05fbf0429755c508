import type { GoalSettings, WantedValues } from '../../contract/goals.ts';
import { DEFAULT_PRIORITY, MAX_PRIORITY } from '../../contract/limits.ts';
import type { RecruitedStudent } from '../../contract/state-fields.ts';
import { ABILITY_FIELDS, applyRegistration, WEAPON_LEVEL_CAPS } from '../../contract/state-rules.ts';
import type { Materials } from '../../game/growth-facts.ts';
import { isJsonObject, type JsonObject, ownValue } from './parse-json.ts';
import type { GameData } from './parsed-goals.ts';
import { describeBondGear, findSave, NEW_ELEPH, newCharacter, toCurrent, updateSave } from './planner.ts';
import { mapForms } from './planner-groups.ts';
import { writeOwnedItems } from './planner-items.ts';
import { raiseState, readCurrent } from './planner-targets.ts';
import { toUid } from './read-row.ts';
import { parseRosterText } from './roster-text.ts';
import { requireFormat, sortByUid, type WriteOptions } from './write-roster.ts';

/** The contents of a save. */
export interface PlannerContents {
  roster: readonly RecruitedStudent[];
  /** Goals as `goals.list` returns them. */
  goals: readonly StudentGoal[];
  /** The stock as `stock.get` returns it. */
  stock: Materials;
}
type StudentGoal = GoalSettings & { readonly studentUid: string };

/** Options of `writePlannerGoals`. */
export interface PlannerWriteOptions extends GameData, Pick<WriteOptions, 'merge' | 'names'> {}

/**
 * Writes a save with targets and stock. Students without a goal, and items that the stock does not name, stay as the
 * merged save has them; its order stays, too. Elephs are written for the students of the save.
 */
export function writePlannerGoals(
  { roster, goals, stock }: PlannerContents,
  { students, items, names = new Map(), merge }: PlannerWriteOptions,
): string {
  const held = merge === undefined ? undefined : requireFormat(findSave(parseRosterText(merge)), 'planner');
  const forms = mapForms(students);
  const goalByUid = new Map(goals.map((goal) => [goal.studentUid, goal]));
  const otherForms = new Map(students.map((student) => [student.studentUid, student.forms]));
  const save = updateSave(sortByUid(roster), names, otherForms, held);
  const uidOf = (id: unknown): string => forms.get(toUid(id)) ?? toUid(id);
  const heldUids = new Set(save.characters.map((character) => uidOf(ownValue(character, 'id'))));
  const stars = new Map(students.map(({ studentUid, attributes }) => [studentUid, attributes.star]));
  const added = goals
    .filter(({ studentUid }) => !heldUids.has(studentUid))
    .map(({ studentUid }) => newUnrecruited(studentUid, stars.get(studentUid), names.get(studentUid)));
  const characters = [...save.characters, ...added].map((character) => {
    if (!isJsonObject(character)) return character;
    const uid = uidOf(character.id);
    const goal = goalByUid.get(uid);
    const updated = goal === undefined ? character : writeTarget(character, goal);
    return Object.hasOwn(stock, uid) ? writeElephs(updated, stock[uid]) : updated;
  });
  const ids = characters.filter(isJsonObject).map(({ id }) => toUid(id));
  const goalOf = (id: unknown) => goalByUid.get(uidOf(id));
  return JSON.stringify({
    ...save,
    characters,
    character_order: listOf(save.character_order).length > 0 ? save.character_order : sortIds(ids, goalOf),
    disabled_characters: [
      ...listOf(save.disabled_characters).filter((id) => goalOf(id) === undefined),
      ...ids.filter((id) => goalOf(id)?.isPaused),
    ],
    owned_materials: writeOwnedItems(save.owned_materials, stock, items),
  });
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** By priority; students without a goal come last. */
function sortIds(ids: readonly string[], goalOf: (id: string) => StudentGoal | undefined): string[] {
  const rank = (id: string) => {
    const goal = goalOf(id);
    return goal === undefined ? MAX_PRIORITY + 1 : (goal.priority ?? DEFAULT_PRIORITY);
  };
  return [...ids].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function newUnrecruited(studentUid: string, star = 1, name = studentUid): JsonObject {
  const state = applyRegistration(undefined, { tier: star, weaponTier: 0 });
  return newCharacter({ studentUid, ...state }, name, false);
}

function writeTarget(character: JsonObject, { wanted, isPaused = false }: StudentGoal): JsonObject {
  const { raised } = raiseState(readCurrent(character), addPrerequisites(wanted));
  const target = applyRegistration(undefined, raised);
  return {
    ...character,
    target: { ...(isJsonObject(character.target) && character.target), ...toCurrent(target) },
    enabled: !isPaused,
    ...describeBondGear(target),
  };
}

/** The planner has no target that its rules refuse: a level of a weapon demands the weapon. */
function addPrerequisites(wanted: WantedValues): WantedValues {
  const { weaponTier = 0, weaponLevel = 0 } = wanted;
  const tierOfLevel = WEAPON_LEVEL_CAPS.findIndex((cap) => cap >= weaponLevel);
  const tierOfAbilities = ABILITY_FIELDS.some((name) => (wanted[name] ?? 0) > 0) ? 1 : 0;
  return { ...wanted, weaponTier: Math.max(weaponTier, tierOfLevel, tierOfAbilities) };
}

const writeElephs = (character: JsonObject, owned: number | undefined): JsonObject => ({
  ...character,
  eleph: { ...NEW_ELEPH, ...(isJsonObject(character.eleph) && character.eleph), owned: String(owned) },
});
