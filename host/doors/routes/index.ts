/** What the platform itself serves: documents, search, the state of plugins, the OpenAPI description and pages. */
export { PERMISSIONS } from './platform-operation.ts'
export { explainMissingNamespace, explainMissingRoute } from './reasons/missing-routes.ts'
export { createSite } from './site.ts'
