import { useId } from 'preact/hooks';
import { LINK_SITES, type LinkSite, writeRosterLink } from '../../../../client/formats/index.ts';
import { buttonClass } from '../../components/button.tsx';
import { HostName } from '../../components/host-name.tsx';
import { Pending } from '../../components/pending.tsx';
import { Row, Rows } from '../../components/rows.tsx';
import { Section } from '../../components/section.tsx';
import { useResource } from '../../components/use-resource.ts';
import { isRosterLoaded, loadRoster, rosterEntries } from '../../roster/roster-store.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { EXPORT } from '../../texts/export-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './roster-links-section.module.css';

const SITES = Object.keys(LINK_SITES) as LinkSite[];

/** The roster as links to other sites, which learn nothing before the player opens one. */
export function RosterLinksSection() {
  const accountId = currentAccountId();
  const [resource, reload] = useResource(() => loadRoster(accountId));
  return (
    <Section id="open-in" title={EXPORT.links}>
      <p>{translate(EXPORT.linksText)}</p>
      {isRosterLoaded.value ? (
        <SiteList />
      ) : (
        <Pending rows={SITES.length} error={resource.value.error} onRetry={reload} />
      )}
    </Section>
  );
}

function SiteList() {
  const recruited = rosterEntries().filter(({ state }) => state !== null);
  const uids = recruited.map(({ student }) => student.studentUid);
  const forms = new Map(recruited.map(({ student }) => [student.studentUid, student.forms]));
  if (uids.length === 0) return <p class="hint">{translate(EXPORT.linksEmpty)}</p>;
  return (
    <Rows>
      {SITES.map((site) => {
        const { url, unlisted } = writeRosterLink(site, uids, forms);
        return (
          <SiteRow
            key={site}
            site={site}
            url={url}
            listed={uids.length - unlisted.length}
            unlisted={unlisted.length}
          />
        );
      })}
    </Rows>
  );
}

interface SiteRowProps {
  site: LinkSite;
  url: string;
  /** How many students the address says, and how many it cannot. */
  listed: number;
  unlisted: number;
}

function SiteRow({ site, url, listed, unlisted }: SiteRowProps) {
  const id = useId();
  const { name, host } = LINK_SITES[site];
  return (
    <Row
      title={name}
      pills={
        <bdi class={styles.host}>
          <HostName host={host} />
        </bdi>
      }
      note={
        <span id={id}>
          {translate(EXPORT.linkSays(host, listed))}
          {unlisted > 0 && ` ${translate(EXPORT.linkLacks(unlisted))}`}
        </span>
      }
      buttons={
        <a
          class={buttonClass()}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={translate(EXPORT.openNamedSite(name))}
          aria-describedby={id}
        >
          {translate(EXPORT.openSite)}
        </a>
      }
    />
  );
}
