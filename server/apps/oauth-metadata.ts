import { AREA_NAMES } from '../../contract/areas.ts';
import { DEVICE_GRANT, OAUTH_PATHS } from '../../contract/oauth.ts';
import { API_PREFIX, BETA_PREFIX, GUIDE_PATH, MCP_PATH } from '../../contract/paths.ts';

/** Resources with metadata of their own. A key serves all of them. */
export const RESOURCE_PATHS = ['', API_PREFIX, BETA_PREFIX, MCP_PATH];

/** RFC 8414. */
export const describeAuthorizationServer = (issuer: string, readsDocuments: boolean): object => ({
  issuer,
  authorization_endpoint: issuer + OAUTH_PATHS.authorize,
  token_endpoint: issuer + OAUTH_PATHS.token,
  device_authorization_endpoint: issuer + OAUTH_PATHS.device,
  registration_endpoint: issuer + OAUTH_PATHS.register,
  revocation_endpoint: issuer + OAUTH_PATHS.revoke,
  scopes_supported: AREA_NAMES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', DEVICE_GRANT],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: readsDocuments,
  ui_locales_supported: ['ko', 'en'],
  service_documentation: issuer + GUIDE_PATH,
});

/** RFC 9728. */
export const describeResource = (issuer: string, path: string): object => ({
  resource: issuer + path,
  authorization_servers: [issuer],
  scopes_supported: AREA_NAMES,
  bearer_methods_supported: ['header'],
  resource_name: 'Rollbook (출석부)',
  resource_documentation: issuer + GUIDE_PATH,
});
