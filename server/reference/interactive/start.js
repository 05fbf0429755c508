/* global Scalar */
// Starts Scalar and keeps it at home: this server's description, this server's address, nobody else's services.

const place = document.getElementById('reference');
const at = (path) => new URL(path, document.baseURI).href;

if (typeof Scalar === 'undefined') place.textContent = place.dataset.failed;
else {
  place.textContent = '';
  Scalar.createApiReference(place, {
    ...JSON.parse(document.getElementById('settings').textContent),
    url: at('../v1/openapi.json'),
    // Where the page was opened, which need not be the address by which others know the service.
    servers: [{ url: at('../v1') }],
  });
}
