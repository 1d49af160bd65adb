import type { Withhold } from '@atrium/sdk/host'
import type { Dashboard, FormDefinition, ModuleManifest, ResourceDefinition } from '@atrium/sdk/documents'
import type { Namespace } from './namespace-registry.ts'
import type { Operation } from './operation.ts'
import type { Tool } from './tool-registry.ts'

/** Everything one generation of a plugin shows the world: it is published whole or not at all. */
export interface Publication {
  readonly manifests: readonly ModuleManifest[]
  readonly dashboards: readonly Dashboard[]
  readonly forms: readonly FormDefinition[]
  readonly resources: readonly ResourceDefinition[]
  readonly operations: readonly Operation[]
  readonly tools: readonly Tool[]
  readonly namespaces: readonly Namespace[]
  /** Removes what a caller may not see from what the plugin contributes to others. Default: removes nothing. */
  readonly withhold?: Withhold
}
