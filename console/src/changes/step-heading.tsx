import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
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
  title: string;
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
    <div class="section-heading">
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}
