/** The account that a request of the console is for. The request is refused in the session of another. */
export const ACCOUNT_HEADER = 'rollbook-account';
