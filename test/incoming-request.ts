import type { IncomingRequest } from '../server/request/incoming-request.ts';

/** A request that comes neither by HTTP nor in process: the adapter of tests. */
export const incomingRequest = (given: Partial<IncomingRequest> = {}): IncomingRequest => ({
  id: 'request',
  method: 'GET',
  url: '/',
  query: '',
  params: {},
  headers: {},
  countHeader: (name) => (given.headers?.[name] === undefined ? 0 : 1),
  socket: {},
  signal: new AbortController().signal,
  departure: new AbortController().signal,
  isBodyUnderWay: false,
  readBody: () => Promise.reject(new Error('the request has no body')),
  readForm: () => Promise.reject(new Error('the request has no body')),
  answerHeaders: {},
  named: { operation: 'unrouted', account: undefined },
  ...given,
});
