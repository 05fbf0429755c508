/** What a person at the command line did or set wrongly, as the sentence to show them: no stack, exit 1. */
export class UserError extends Error {}
