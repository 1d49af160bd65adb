export { Registries } from './registries.ts'
export { OperationRegistry, type Match, literalsFirst } from './operation-registry.ts'
export { declarationsOf, permissionsOf, requiredPermissions, tableSchemas } from './declarations.ts'
export { type Operation, type Method, pathShape, type ShownColumn } from './operation.ts'
export { type OwnTarget, type Tool } from './tool-registry.ts'
export { PluginRegistry, type PluginState, type PluginStatus } from './plugin-registry.ts'
export { NamespaceRegistry, type Namespace, type Message, SHELL_NAMESPACE } from './namespace-registry.ts'
export { type ElementFile, type Publication, revisionOf, type Translations } from './publication.ts'
export { type Withholding } from './operation.ts'
export {
  findImpossibleTable,
  findLimitProblems,
  limitedTables,
  type LimitProblem,
  noRecords,
  type RoleLimits,
  tablesOf,
} from './role-limits.ts'
export { BOUNDS } from './latencies.ts'
export type { RouteTraffic, Vitals } from './vitals.ts'
export { RuntimeFindings, type RuntimeReport } from './runtime-findings.ts'
