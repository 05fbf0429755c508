import { AccountDataButton } from '../../components/account-data-button.tsx';
import { Section } from '../../components/section.tsx';
import { EXPORT } from '../../texts/export-texts.ts';
import { translate } from '../../texts/translate.ts';

export const AccountDataSection = () => (
  <Section id="account-data" title={EXPORT.accountData}>
    <p>{translate(EXPORT.accountDataText)}</p>
    <p>{translate(EXPORT.moveText)}</p>
    <AccountDataButton />
  </Section>
);
