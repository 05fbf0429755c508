import { useEffect } from 'preact/hooks';
import type { ServerView } from '../../../../server/operator/views.ts';
import { Rows } from '../../components/rows.tsx';
import { Section } from '../../components/section.tsx';
import { FETCH } from '../../texts/fetch-texts.ts';
import { CatalogueRow } from './catalogue-row.tsx';
import { PortraitsRow } from './portraits-row.tsx';

/** How often the page looks while something is being fetched. */
const FETCHING_REFRESH_MS = 2_000;

interface FetchSectionProps {
  view: ServerView;
  reload: () => Promise<void>;
}

/** What comes from others, if the operator agrees. */
export function FetchSection({ view, reload }: FetchSectionProps) {
  const { portraits } = view;
  const isFetching = portraits.progress !== null || isAwaited(view);
  useEffect(() => {
    if (!isFetching) return;
    const timer = setTimeout(() => void reload(), FETCHING_REFRESH_MS);
    return () => clearTimeout(timer);
  }, [view]);
  return (
    <Section id="fetching" title={FETCH.section}>
      <Rows>
        <CatalogueRow view={view} onChanged={reload} />
        <PortraitsRow portraits={portraits} onChanged={reload} />
      </Rows>
    </Section>
  );
}

/** Whether the first fetch after a choice has yet to begin or to end. */
const isAwaited = ({ catalogue, portraits }: ServerView): boolean =>
  (catalogue.isRefreshed && catalogue.refreshedAt === null && catalogue.problem === null) ||
  (portraits.choice === true &&
    portraits.folder !== 'none' &&
    portraits.fetchedAt === null &&
    portraits.problem === null);
