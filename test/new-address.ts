import { randomInt } from 'node:crypto';

/** An address that no other part of a test run has, most likely: limits by address are counted apart. */
export const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
