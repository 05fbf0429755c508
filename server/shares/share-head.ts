import { SHARE_PICTURE } from '../../contract/shares.ts';
import { type Html, html } from '../html/html.ts';
import type { SharePageInput } from './share-page-input.ts';

/** Links are for those to whom they were given. */
export const NO_INDEX = html`<meta name="robots" content="noindex,nofollow">`;

const LOCALES = { ko: 'ko_KR', en: 'en_US' } as const;

/** What chats show of the page. */
export const renderHead = (
  { language, pageUrl, pictureUrl }: SharePageInput,
  title: string,
  description: string,
): Html => html`${NO_INDEX}
<meta name="theme-color" content="#0f5fb8">
<link rel="alternate" type="application/json" href="${pageUrl}.json">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Rollbook">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${pageUrl}">
<meta property="og:locale" content="${LOCALES[language]}">
${
  pictureUrl &&
  html`<meta property="og:image" content="${pictureUrl}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${SHARE_PICTURE.width}">
<meta property="og:image:height" content="${SHARE_PICTURE.height}">
<meta name="twitter:card" content="summary_large_image">`
}`;
