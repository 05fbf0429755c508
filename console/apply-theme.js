// The chosen theme before the first paint, for which the module comes too late in browsers without blocking="render".
try {
  const theme = localStorage.getItem('rollbook-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // localStorage throws in some private modes.
}
