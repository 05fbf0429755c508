import { spawn } from 'node:child_process';

/** The program of each system that opens an address, with its first arguments. `start` of cmd would read `&` and `^`. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the address in the default browser. A machine without one needs no message: the address is printed too. */
export function openBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, url], { detached: true, stdio: 'ignore', windowsHide: true });
  opener.on('error', () => {});
  opener.unref();
}
