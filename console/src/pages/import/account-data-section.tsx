import { AccountDataButton } from '../../components/account-data-button.tsx';
import { EXPORT } from '../../texts/export-texts.ts';
import { translate } from '../../texts/translate.ts';

export const AccountDataSection = () => (
  <section aria-labelledby="account-data">
    <h2 id="account-data">{translate(EXPORT.accountData)}</h2>
    <p>{translate(EXPORT.accountDataText)}</p>
    <p>{translate(EXPORT.moveText)}</p>
    <AccountDataButton />
  </section>
);
