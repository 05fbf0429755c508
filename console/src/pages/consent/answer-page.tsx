import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Buttons } from '../../components/button.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { APP_REQUEST } from '../../texts/app-request-texts.ts';
import styles from './answer-page.module.css';

interface Props {
  icon: IconName;
  title: Bilingual;
  text: Bilingual;
  /** Below the text. */
  details?: ComponentChildren;
  children?: ComponentChildren;
}

/** What became of a request, or why it is none. */
export const AnswerPage = ({ icon, title, text, details, children }: Props) => (
  <div class={`${styles.answer} ${icon === 'warning' ? styles.problem : ''}`}>
    <Icon name={icon} />
    <PageHeading title={title} intro={text}>
      {details && <p>{details}</p>}
    </PageHeading>
    <Buttons>
      {children}
      <PageLink to="connections" look="quiet" text={APP_REQUEST.toConnections} />
    </Buttons>
  </div>
);
