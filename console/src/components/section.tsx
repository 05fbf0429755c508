import type { ComponentChildren, Ref } from 'preact';
import { type PageText, translate } from '../texts/translate.ts';
import styles from './section.module.css';

interface SectionHeadingProps {
  id: string;
  title: PageText;
  /** In the heading, after the title. */
  detail?: ComponentChildren;
  heading?: Ref<HTMLHeadingElement> | undefined;
  /** At the end of the line. */
  children?: ComponentChildren;
}

/** Can take the focus where what had it is gone. */
export const SectionHeading = ({ id, title, detail, heading = null, children }: SectionHeadingProps) => (
  <div class={styles.heading}>
    <h2 id={id} ref={heading} tabIndex={-1}>
      {translate(title)}
      {detail}
    </h2>
    {children}
  </div>
);

interface SectionProps extends SectionHeadingProps {
  /** At the end of the line of the heading. */
  action?: ComponentChildren;
  class?: string | undefined;
}

/** A part of a page. */
export const Section = ({ action, class: className, children, ...heading }: SectionProps) => (
  <section class={className} aria-labelledby={heading.id}>
    <SectionHeading {...heading}>{action}</SectionHeading>
    {children}
  </section>
);

/** Below a list: what can be done with it, and what for. */
export const SectionAction = ({ children }: { children: ComponentChildren }) => (
  <div class={styles.action}>{children}</div>
);
