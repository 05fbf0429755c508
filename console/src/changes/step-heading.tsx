import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { SectionHeading } from '../components/section.tsx';
import type { PageText } from '../texts/translate.ts';
import type { ChangeWriter } from './change-writer.ts';
import styles from './step.module.css';

interface StepProps {
  id: string;
  class?: string | undefined;
  children: ComponentChildren;
}

interface Props {
  id: string;
  /** Whose step it heads. */
  writer: ChangeWriter;
  title: PageText;
  children?: ComponentChildren;
}

/** One step of changing many students, whose heading has this `id`. */
export const Step = ({ id, class: className = '', children }: StepProps) => (
  <section class={`${styles.step} ${className}`} aria-labelledby={id}>
    {children}
  </section>
);

/** Takes the focus where the page has just moved to the step. */
export function StepHeading({ id, writer: { isStepNew }, title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isStepNew.peek()) return;
    isStepNew.value = false;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <SectionHeading id={id} title={title} heading={heading}>
      {children}
    </SectionHeading>
  );
}
