import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { navigations } from '../page-address.ts';
import { COMMON } from '../texts/common-texts.ts';
import { type PageText, translate } from '../texts/translate.ts';
import styles from './page-heading.module.css';

interface Props {
  title: PageText;
  /** What the page is for. */
  intro?: PageText | undefined;
  /** In a `row`, what it has to say stands beside it, and the page takes the whole width of the window. */
  look?: 'block' | 'row';
  /** What it is about, before the title in that of the tab. */
  about?: string;
  /** The ID of what a screen reader reads with it. */
  describedBy?: string;
  children?: ComponentChildren;
}

/** The heading of a page and the title of its tab. Takes the focus, so that a screen reader reads the new page. */
export function PageHeading({ title, intro, look = 'block', about, describedBy, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (navigations.peek() > 0 && document.querySelector('dialog[open]') === null)
      heading.current?.focus({ preventScroll: true });
  }, []);
  const text = translate(title);
  useEffect(() => {
    document.title = `${about ? `${about} · ` : ''}${text} · ${translate(COMMON.service)}`;
  }, [text]);
  return (
    <div
      class={look === 'row' ? `${styles.heading} ${styles.row}` : styles.heading}
      data-wide={look === 'row' || undefined}
    >
      <h1 ref={heading} tabIndex={-1} aria-describedby={describedBy}>
        {text}
      </h1>
      {intro && <p>{translate(intro)}</p>}
      {children}
    </div>
  );
}
