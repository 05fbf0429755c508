import { PageHeading } from '../../components/page-heading.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { MISSING } from '../../texts/missing-texts.ts';

/** In place of a page that does not exist. */
export const MissingPage = () => (
  <>
    <PageHeading title={MISSING.title} intro={MISSING.text} />
    <p>
      <PageLink to="roster" look="primary" text={MISSING.back} />
    </p>
  </>
);
