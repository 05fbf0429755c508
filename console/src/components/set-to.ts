import type { Signal } from '@preact/signals';

/** A listener that gives the signal what it is called with. */
export const storeIn =
  <T>(target: Signal<T>) =>
  (value: T): void => {
    target.value = value;
  };

/** A listener that gives the signal this value. */
export const setTo =
  <T>(target: Signal<T>, value: T) =>
  (): void => {
    target.value = value;
  };

/** A listener that turns what is on off, and back. */
export const toggle = (target: Signal<boolean>) => (): void => {
  target.value = !target.peek();
};
