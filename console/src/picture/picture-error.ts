import type { Bilingual } from '../../../contract/bilingual.ts';
import { PICTURE_FAILURES } from '../texts/picture-texts.ts';

/** Why there is no picture, in a sentence for the player. */
export class PictureError extends Error implements Bilingual {
  readonly ko: string;
  readonly en: string;

  constructor(reason: keyof typeof PICTURE_FAILURES) {
    const { ko, en } = PICTURE_FAILURES[reason];
    super(en);
    this.ko = ko;
    this.en = en;
  }
}
