// Starts Scalar and keeps it at home: this server's description and address, our theme, nobody else's services.
(() => {
  const place = document.getElementById('reference');
  if (typeof Scalar === 'undefined') {
    place.textContent = place.dataset.failed;
    return;
  }
  const at = (path) => new URL(path, document.baseURI).href;
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const settings = () => ({
    ...JSON.parse(document.getElementById('settings').textContent),
    url: at('../v1/openapi.json'),
    // Where the page was opened, which need not be the address by which others know the service.
    servers: [{ url: at('../v1') }],
    forceDarkModeState: dataset.theme ?? (system.matches ? 'dark' : 'light'),
  });
  place.textContent = '';
  const reference = Scalar.createApiReference(place, settings());
  const repaint = () => reference.updateConfiguration(settings());
  new MutationObserver(repaint).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', repaint);
})();
