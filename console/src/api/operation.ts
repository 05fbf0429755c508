/** The header of each write of an operation on many students, which the service counts once for each hundred. */
export type Operation = { readonly 'bulk-operation': string };

export const beginOperation = (): Operation => ({ 'bulk-operation': crypto.randomUUID() });
