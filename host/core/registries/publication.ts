import { createHash } from 'node:crypto'
import type { Withhold } from '@atrium/sdk/host'
import type {
  Dashboard,
  ElementModule,
  FormDefinition,
  ModuleManifest,
  ResourceDefinition,
  SuggestedRole,
} from '@atrium/sdk/documents'
import type { Namespace } from './namespace-registry.ts'
import type { Operation } from './operation.ts'
import type { Tool } from './tool-registry.ts'

/** The module of a plugin's elements, as the browser gets it. */
export interface ElementFile extends Pick<ElementModule, 'path' | 'integrity'> {
  /** The names that it exports. */
  readonly names: readonly string[]
  readonly code: Buffer
}

/** Translations by language, such as `de`, and English text. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Everything that one generation of a plugin publishes. It is published completely or not at all. */
export interface Publication {
  readonly manifests: readonly ModuleManifest[]
  readonly dashboards: readonly Dashboard[]
  readonly forms: readonly FormDefinition[]
  readonly resources: readonly ResourceDefinition[]
  readonly operations: readonly Operation[]
  readonly tools: readonly Tool[]
  readonly namespaces: readonly Namespace[]
  /** Translations of its texts: by language, then by English text. */
  readonly translations?: Translations | undefined
  /** The module with its own columns, fields and widgets. */
  readonly elements?: ElementFile | undefined
  /** Roles that an operator can adopt, by their id within the plugin. */
  readonly roles?: Readonly<Record<string, SuggestedRole>>
  /** The events that it emits and the places for which it requests contributions, where known. */
  readonly offers?: Offers
  /** The places to which it contributes. Their names begin with the plugin that asks for the contributions. */
  readonly contributes?: readonly string[]
  /** Removes fields that a caller may not see from the plugin's contributions to others. Default: removes nothing. */
  readonly withhold?: Withhold
}

interface Offers {
  readonly events: readonly string[]
  readonly places: readonly string[]
  /** Whether it also emits events whose names its source does not show. */
  readonly computesEvents?: boolean
}

/**
 * Returns a hash of a document's content, 16 hexadecimal digits. Documents are built with a fixed order of members, so equal content
 * has equal text.
 */
export const revisionOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
