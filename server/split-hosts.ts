/**
 * Splits an address such as postgres://user@a:5432,b/name, as libpq allows, into one for each host. URL cannot parse
 * several hosts.
 */
export function splitHosts(address: string): string[] {
  const [, start = '', hosts = '', end = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${end}`);
}
