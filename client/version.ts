/** That of package.json, which not every browser can import. */
export const VERSION = '0.1.0';
