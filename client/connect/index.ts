export type { Area } from '../../contract/areas.ts';
export { isRollbookError, RollbookError, type RollbookErrorCode } from '../rollbook-error.ts';
export { type ConnectByCodeOptions, connectByCode, type ShownCode } from './connect-by-code.ts';
export { type ConnectOptions, connect, disconnect, findConnection } from './connect-page.ts';
export type { Connection } from './connection.ts';
