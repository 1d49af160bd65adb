/** The platform’s own operations and pages: documents, search, plugins, OpenAPI, `/docs` and the shell. */
export { PERMISSIONS } from './platform-operation.ts'
export { explainMissingNamespace, explainMissingRoute } from './reasons/missing-routes.ts'
export { createSite } from './site.ts'
export { shownDashboard } from './documents/shown-dashboard.ts'
