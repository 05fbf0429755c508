/** The names of this machine for itself, as a Host header has them. */
export const localHosts = (port: number | string | undefined): string[] =>
  ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`);
