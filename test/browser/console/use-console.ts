import { useService } from '../../use-service.ts';
import { useBrowser } from '../browser.ts';

/** Starts a service that lets everybody sign up, and a browser, for the tests of a file. */
export const useConsole = (env: Record<string, string> = {}) =>
  Promise.all([useService({ env: { ROLLBOOK_SIGNUP: 'open', ...env } }), useBrowser()]);
