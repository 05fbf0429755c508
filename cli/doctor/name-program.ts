import { programName } from '../program-name.ts';
import type { Finding } from './check.ts';

const OWN_COMMAND = /\brollbook (?=(?:backup|catalogue|doctor|migrate|restore|serve)\b)/g;

/** The checks run in another process, which does not know how this one was started. */
export const nameProgram = ({ advice, ...finding }: Finding): Finding =>
  advice === undefined
    ? finding
    : { ...finding, advice: advice.replaceAll(OWN_COMMAND, () => `${programName()} `) };
