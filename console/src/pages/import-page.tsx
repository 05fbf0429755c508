import { Copyable } from '../components/copyable.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { guideUrl, serviceUrl } from '../page-address.ts';
import { language } from '../preferences.ts';
import { IMPORT } from '../texts/import-texts.ts';
import { translate } from '../translate.ts';

/** Says how to import by command. */
export const ImportPage = () => (
  <>
    <PageHeading title={translate(IMPORT.title)}>
      <p>{translate(IMPORT.byCommand)}</p>
    </PageHeading>
    <Copyable
      label={translate(IMPORT.commands)}
      text={`export ROLLBOOK_URL=${serviceUrl}/v1 ROLLBOOK_KEY=…\nnpx rollbook roster plan schaledb.txt\nnpx rollbook roster apply schaledb.txt`}
    />
    <p>
      <a href={`${guideUrl(language.value)}#formats`}>{translate(IMPORT.formats)}</a>
    </p>
  </>
);
