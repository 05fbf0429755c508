import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedData } from '../catalogue/catalogue-data.ts';
import { iconPath } from './icon-paths.ts';

const { items } = shippedData();
const pathOf = (id: string) => iconPath(id, items[id] ?? { kind: '', names: {} });

test('the icon of an item is named as SchaleDB names it', () => {
  for (const [id, path] of Object.entries({
    credits: 'item/icon/currency_icon_gold.webp',
    '10': 'item/icon/item_icon_expitem_0.webp',
    '103': 'item/icon/item_icon_material_nebra_3.webp',
    '160': 'item/icon/item_icon_material_ether_0.webp',
    '200': 'item/icon/item_icon_material_totempole_0.webp',
    '2000': 'item/icon/item_icon_workbook_potentialmaxhp.webp',
    '3010': 'item/icon/item_icon_material_exskill_redwinter_0.webp',
    '4103': 'item/icon/item_icon_skillbook_wildhunt_3.webp',
    '5034': 'item/icon/item_icon_favor_34.webp',
    '5112': 'item/icon/item_icon_favor_lv2_12.webp',
    '5997': 'item/icon/item_icon_favor_lv2_package.webp',
    '9999': 'item/icon/item_icon_skillbook_ultimate.webp',
    e4: 'equipment/icon/equipment_icon_exp_3.webp',
    e43: 'equipment/icon/equipment_icon_weaponexpgrowthz_3.webp',
    e1000: 'equipment/icon/equipment_icon_hat_tier1.webp',
    e109009: 'equipment/icon/equipment_icon_necklace_tier10_piece.webp',
  }))
    assert.equal(pathOf(id), path, id);
});

test('every shipped item but the elephs has an icon of its own', () => {
  const ids = Object.keys(items);
  const without = ids.filter((id) => pathOf(id) === undefined);
  assert.deepEqual([...new Set(without.map((id) => items[id]?.kind))], ['eleph']);
  const paths = ids.flatMap((id) => pathOf(id) ?? []);
  assert.equal(new Set(paths).size, paths.length);
  for (const path of paths) assert.match(path, /^(item|equipment)\/icon\/[a-z\d_]+\.webp$/);
});
