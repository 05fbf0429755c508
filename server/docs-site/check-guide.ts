import { defaultService } from './default-service.ts';
import { guideMarkdown } from './guide-markdown.ts';
import { guidePage } from './guide-page.ts';

/** Fails where the guide puts in what it does not have, or has a section in one language alone. */
const service = defaultService();
for (const language of ['ko', 'en'] as const) {
  guidePage(language, service);
  guideMarkdown(language, service);
}
