import { PageHeading } from '../components/page-heading.tsx';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../translate.ts';

export const RosterPage = () => <PageHeading title={translate(COMMON.roster)} />;
