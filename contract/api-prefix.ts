/** Prefix of every API path. Apart from the operations, because the client needs nothing else of them. */
export const API_PREFIX = '/v1';
