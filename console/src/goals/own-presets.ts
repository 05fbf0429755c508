import { computed, signal } from '@preact/signals';
import type { OwnPreset, WantedValues } from '../../../contract/goals.ts';
import { MAX_OWN_PRESETS } from '../../../contract/limits.ts';
import { planApi } from '../api/plan-api.ts';
import { FIELD_LABELS } from '../texts/field-texts.ts';
import { GOAL_PRESETS, type GoalPreset } from './goal-presets.ts';

const own = signal<readonly OwnPreset[]>([]);
let loadedAccount = '';

/** Those that the player has made, then those that all have. */
export const presets = computed<readonly GoalPreset[]>(() => [...own.value.map(toPreset), ...GOAL_PRESETS]);
export const ownPresets = computed<readonly OwnPreset[]>(() => own.value);
export const canAddPreset = computed(() => own.value.length < MAX_OWN_PRESETS);

export async function loadPresets(accountId: string): Promise<void> {
  if (accountId !== loadedAccount) own.value = [];
  loadedAccount = accountId;
  const listed = await planApi.listPresets(accountId);
  if (accountId === loadedAccount) own.value = listed;
}

/** One of the same name is replaced; null removes it. */
export async function changePreset(name: string, wanted: WantedValues | null): Promise<void> {
  const accountId = loadedAccount;
  const changed = await planApi.changePreset(accountId, { name, wanted });
  if (accountId === loadedAccount) own.value = changed;
}

/** Its hint are its values. */
function toPreset({ name, wanted }: OwnPreset): GoalPreset {
  const fields = Object.entries(wanted) as [keyof typeof FIELD_LABELS, number][];
  const list = (language: 'ko' | 'en') =>
    fields.map(([field, value]) => `${FIELD_LABELS[field][language]} ${value}`).join(', ');
  return {
    name: { ko: name, en: name },
    hint: { ko: list('ko'), en: list('en') },
    wantedFor: () => wanted,
  };
}
