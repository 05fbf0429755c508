// Starts Scalar and keeps it at home: this server's description and address, our theme, nobody else's services.
(() => {
  const place = document.getElementById('reference');
  if (typeof Scalar === 'undefined') {
    place.textContent = place.dataset.failed;
    return;
  }
  const at = (path) => new URL(path, document.baseURI).href;
  const { documentElement: root, body } = document;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);

  place.textContent = '';
  Scalar.createApiReference(place, {
    ...JSON.parse(document.getElementById('settings').textContent),
    url: at('../v1/openapi.json'),
    // Where the page was opened, which need not be the address by which others know the service.
    servers: [{ url: at('../v1') }],
    forceDarkModeState: isDark() ? 'dark' : 'light',
  });

  // Scalar looks at the theme once, when it starts.
  const repaint = () => {
    body.classList.toggle('dark-mode', isDark());
    body.classList.toggle('light-mode', !isDark());
  };
  new MutationObserver(repaint).observe(root, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', repaint);
})();
