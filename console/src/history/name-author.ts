import type { Bilingual } from '../../../contract/bilingual.ts';
import type { GroupAuthorView } from '../../../server/history/views.ts';
import { HISTORY } from '../texts/history-texts.ts';
import { WORDS } from '../texts/word-texts.ts';

export function nameAuthor(author: GroupAuthorView): Bilingual {
  switch (author.kind) {
    case 'key':
      return author.name === '' ? HISTORY.namelessKey : { ko: author.name, en: author.name };
    case 'console':
      if (author.isCurrent) return WORDS.thisBrowser;
      return author.browser === '' ? HISTORY.endedBrowser : { ko: author.browser, en: author.browser };
    case 'operator':
      return HISTORY.operator;
  }
}
