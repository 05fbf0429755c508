/** The pages that an app opens, which may be the first that a player sees. */
export { ConsentPage } from './consent/consent-page.tsx';
export { DevicePage } from './consent/device-page.tsx';
