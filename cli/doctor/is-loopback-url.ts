/** URL writes every IPv4 address in its usual form. */
export const isLoopbackUrl = ({ hostname }: URL): boolean =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
