import { EverythingButton } from '../../components/everything-button.tsx';
import { EXPORT } from '../../texts/export-texts.ts';
import { translate } from '../../translate.ts';

export const EverythingSection = () => (
  <section aria-labelledby="everything">
    <h2 id="everything">{translate(EXPORT.everything)}</h2>
    <p>{translate(EXPORT.everythingText)}</p>
    <EverythingButton />
  </section>
);
