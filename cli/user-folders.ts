import { isAbsolute, posix, win32 } from 'node:path';

export interface UserFolders {
  readonly data: string;
  readonly cache: string;
  readonly config: string;
}

/** `named` is that of the environment, which may be empty or relative: then files would be where a command is run. */
export const findHome = (named: string, readStored: () => string): string =>
  isAbsolute(named) ? named : readStored();

/** Where the programs of a user keep their files, on each system. */
export function findUserFolders(platform: string, env: NodeJS.ProcessEnv, home: string): UserFolders {
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local');
    const data = win32.join(local, 'Rollbook');
    return { data, cache: win32.join(data, 'cache'), config: win32.join(data, 'config') };
  }
  // The XDG specification says to ignore a relative path.
  const find = (name: string, fallback: string): string =>
    posix.join(env[name]?.startsWith('/') ? env[name] : posix.join(home, fallback), 'rollbook');
  return {
    data: find('XDG_DATA_HOME', '.local/share'),
    cache: find('XDG_CACHE_HOME', '.cache'),
    config: find('XDG_CONFIG_HOME', '.config'),
  };
}
