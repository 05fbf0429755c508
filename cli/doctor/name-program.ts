import { programName } from '../program-name.ts';
import type { Finding } from './check.ts';

/** The checks run in another process, which does not know how this one was started. */
export const nameProgram = (finding: Finding): Finding =>
  'advice' in finding
    ? { ...finding, advice: finding.advice.replaceAll(OWN_COMMAND, () => `${programName()} `) }
    : finding;

const OWN_COMMAND = /\brollbook (?=(?:backup|catalogue|doctor|migrate|restore|serve)\b)/g;
