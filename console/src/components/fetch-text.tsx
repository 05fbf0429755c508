import { FETCH } from '../texts/fetch-texts.ts';
import { translate } from '../texts/translate.ts';

interface FetchTextProps {
  subject: 'catalogue' | 'portraits';
  source: string;
}

/** What would be fetched, whose it is, and from where: what an operator agrees to. */
export const FetchText = ({ subject, source }: FetchTextProps) => (
  <>
    <p>{translate(FETCH[subject].text)}</p>
    <FetchSource source={source} />
  </>
);

export const FetchSource = ({ source }: Pick<FetchTextProps, 'source'>) => (
  <p class="hint">
    {translate(FETCH.from)}: <code>{source}</code>
  </p>
);
