/**
 * Builds the console into console/dist. Runs as the root's `prepare` script, so `npm ci` builds; an installation without
 * the development dependencies has no Vite and says so.
 */
if (isInstalled('vite')) {
  const { build } = await import('vite');
  const { default: config } = await import('./vite.config.ts');
  await build({ ...config, configFile: false });
} else {
  process.stderr.write(
    'The console was not built, because Vite is not installed: `npm ci` installs it and builds.\n',
  );
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
