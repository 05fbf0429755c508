import type { Bilingual } from '../../../contract/bilingual.ts';
import { particleAfter } from './korean-particles.ts';
import { pluralize } from './pluralize.ts';

export const describeOwnStars = (name: string, star: number): Bilingual => ({
  ko: `${name}의 기본 성급은 ${star}${particleAfter(String(star), '이') === '이' ? '이에요' : '예요'}.`,
  en: `${name} starts with ${pluralize(star, 'star')}.`,
});
