import type { StateName } from '../../../contract/state-fields.ts';
import type { GrowthFacts, ItemKind } from '../../../game/growth-facts.ts';
import { nameLanguage } from '../preferences.ts';
import { FIELD_LABELS } from '../texts/field-texts.ts';
import { translate } from '../texts/translate.ts';
import { GROUP_LABELS } from './item-groups.ts';

/** In the language of student names, or in another one if the item has none. */
export function nameOfItem({ items }: GrowthFacts, itemId: string): string {
  const { names = {} } = items[itemId] ?? {};
  return names[nameLanguage()] ?? names.en ?? names.ja ?? names.ko ?? itemId;
}

/** A blueprint by its tier and slot, as players call it. */
export function shortNameOfItem(facts: GrowthFacts, itemId: string): string {
  const { kind, tier, group } = facts.items[itemId] ?? {};
  return kind === 'blueprint' ? `T${tier} ${nameOfGroup(facts, kind, group)}` : nameOfItem(facts, itemId);
}

/** What a group of items is called; empty for a kind without groups. */
export function nameOfGroup({ labels }: GrowthFacts, kind: ItemKind, group: string | undefined): string {
  if (group === undefined) return '';
  const table = GROUP_LABELS[kind];
  if (kind === 'book') return translate(FIELD_LABELS[group as StateName]);
  return (table && labels[table][group]?.[nameLanguage()]) ?? group;
}
