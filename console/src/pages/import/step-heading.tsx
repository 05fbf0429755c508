import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isStepNew as isImportStepNew } from './import-state.ts';

/** The heading of a step. Takes the focus after a move to the step, so that a screen reader reads it. */
export function StepHeading({
  id,
  title,
  isStepNew = isImportStepNew,
  children,
}: {
  id: string;
  title: string;
  /** Whether the page has just moved to the step. */
  isStepNew?: Signal<boolean>;
  children?: ComponentChildren;
}) {
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
