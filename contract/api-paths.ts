/** Prefix of every API path. */
export const API_PREFIX = '/v1';

/** What stands beside the API for programs, and may change. */
export const BETA_PREFIX = '/beta';

/** Beside the API: the whole catalogue, for tools that resolve names themselves. */
export const CATALOGUE_PATH = '/catalogue.json';

/** Beside the API: what growth costs, for planners that compute it themselves. */
export const GROWTH_PATH = '/growth.json';

/** Beside the API: what the stages of the campaign take and drop. */
export const STAGES_PATH = '/stages.json';
