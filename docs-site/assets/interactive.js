// Starts Scalar with this server's openapi.json, this server's address and the page's theme.
(() => {
  const container = document.getElementById('reference');
  if (typeof Scalar === 'undefined') {
    container.textContent = container.dataset.failed;
    return;
  }
  const resolveUrl = (path) => new URL(path, document.baseURI).href;
  const { documentElement: root, body } = document;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);

  container.textContent = '';
  Scalar.createApiReference(container, {
    ...JSON.parse(document.getElementById('settings').textContent),
    url: resolveUrl('../v1/openapi.json'),
    // The address of this page, which may differ from the public URL in openapi.json.
    servers: [{ url: resolveUrl('../v1') }],
    forceDarkModeState: isDark() ? 'dark' : 'light',
  });

  // Scalar reads the theme only once, when it starts.
  const applyTheme = () => {
    body.classList.toggle('dark-mode', isDark());
    body.classList.toggle('light-mode', !isDark());
  };
  new MutationObserver(applyTheme).observe(root, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', applyTheme);
})();
