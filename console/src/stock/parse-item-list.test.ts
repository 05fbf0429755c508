import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SHIPPED_FACTS } from '../../../test/shipped-growth.ts';
import { parseItemList } from './parse-item-list.ts';

const parse = (text: string) => {
  const { counts, unknown } = parseItemList(SHIPPED_FACTS, text);
  return { counts: Object.fromEntries(counts), unknown };
};

describe('a pasted list of items', () => {
  test('names items in Korean, Japanese and English, with any spacing', () => {
    assert.deepEqual(
      parse(
        '최상급 활동 보고서 3\n初級レポート 4\nnebra sky disk piece 5\n상급활동보고서\t6\n크레딧 포인트 7',
      ).counts,
      { 13: 3, 10: 4, 100: 5, 12: 6, credits: 7 },
    );
  });

  test('names items by ID, also of equipment, and credits', () => {
    assert.deepEqual(parse('13\t5\ne10, 6\ncredits 7').counts, { 13: 5, e10: 6, credits: 7 });
  });

  test('takes thousands separators, full-width digits and a counter', () => {
    assert.deepEqual(parse('credits 1,234,567\n13,1,250\n10 ５００\n11: 12개\r\n100,20').counts, {
      credits: 1_234_567,
      13: 1250,
      10: 500,
      11: 12,
      100: 20,
    });
  });

  test('a line that could be one number begins with an ID', () => {
    assert.deepEqual(parse('100,123').counts, { 100: 123 });
  });

  test('keeps the lines that it does not understand, and the last count of an item', () => {
    assert.deepEqual(parse('이름 없음 3\n최상급 활동 보고서\n\n13 1\n13 2\ncredits 99999999999'), {
      counts: { 13: 2 },
      unknown: ['이름 없음 3', '최상급 활동 보고서', 'credits 99999999999'],
    });
  });

  test('a name in brackets ends with no count', () => {
    assert.deepEqual(parse('기초 전술 교육 BD (게헨나) 40\n기초 전술 교육 BD (게헨나)'), {
      counts: { 3030: 40 },
      unknown: ['기초 전술 교육 BD (게헨나)'],
    });
  });
});
