/** A mistake of the operator. The CLI prints the message without a stack and exits with code 1. */
export class UserError extends Error {}
