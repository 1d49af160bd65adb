import type { PluginStatus, Problem } from '@atrium/sdk/documents'

/** Where the definitions of the host stand: a count, and which run of the host has counted. */
export interface Standing {
  version: number
  instance: string
}

/** Documents have changed; `plugin` is null where the panels themselves did. */
export interface DefinitionsChanged {
  plugin: string | null
  /** Ids of dashboards and forms, and `<panel>/<module>` for manifests. */
  changed: string[]
  /** The version from now on. */
  revision: number
}

/** How a plugin stands; those who may not see plugins are told only this much of it. */
export type PluginChange = PluginStatus | Pick<PluginStatus, 'id' | 'title' | 'state'>

/** What the host says in the namespace `shell`. */
export type Frame =
  | { type: 'subscribed'; payload: Standing }
  | { type: 'definitions.changed'; payload: DefinitionsChanged }
  | { type: 'plugin.changed'; payload: { plugin: PluginChange } }

/** Why the host does not do what was asked. */
export interface ErrorFrame {
  type: 'error'
  payload: Problem
}

type Known = Frame | ErrorFrame

const TYPES: ReadonlySet<unknown> = new Set<Known['type']>([
  'subscribed',
  'definitions.changed',
  'plugin.changed',
  'error',
])

/** Reads a message; null for what is none of these: a newer host may say more, and other namespaces do. */
export function readFrame(text: string): Known | null {
  const message = JSON.parse(text) as { namespace?: unknown; type?: unknown }
  const isKnown = message.namespace === 'shell' && TYPES.has(message.type)
  return isKnown ? (message as Known) : null
}
