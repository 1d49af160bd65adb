import type { PluginStatus, Problem } from '@atrium/sdk/documents'
import type { Others } from '../api/presence.ts'
import { translationsPath } from '../api/refresh-documents.ts'

/** The version of the host's definitions: a counter, and the host run that it belongs to. */
export interface Standing {
  version: number
  instance: string
}

/** Documents have changed; `plugin` is null if the panels themselves have. */
export interface DefinitionsChanged {
  plugin: string | null
  /** Ids of dashboards and forms; `<panel>/<module>` for manifests. */
  changed: string[]
  /** The new version. */
  revision: number
}

/** The status of a plugin. People without the permission to see plugins get only its id, title and state. */
type PluginChange = PluginStatus | Pick<PluginStatus, 'id' | 'title' | 'state'>

/** A message of the host in the namespace `shell`. */
export type Frame =
  | { type: 'subscribed'; payload: Standing }
  | { type: 'definitions.changed'; payload: DefinitionsChanged }
  | { type: 'plugin.changed'; payload: { plugin: PluginChange } }
  | { type: 'records.changed'; payload: { paths: string[] } }
  | { type: 'presence.changed'; payload: Others }
  | { type: 'notifications.changed'; payload: object }

/** The host's reason for rejecting a request. */
interface ErrorFrame {
  type: 'error'
  /** The id of the refused message. */
  reply_to?: string
  payload: Problem
}

type Known = Frame | ErrorFrame

const TYPES: ReadonlySet<unknown> = new Set<Known['type']>([
  'subscribed',
  'definitions.changed',
  'plugin.changed',
  'records.changed',
  'presence.changed',
  'notifications.changed',
  'error',
])

/** Reads a message. Returns null for other types and namespaces: a newer host may send more. */
export function readFrame(text: string): Known | null {
  const message = JSON.parse(text) as { namespace?: unknown; type?: unknown }
  const isKnown = message.namespace === 'shell' && TYPES.has(message.type)
  return isKnown ? (message as Known) : null
}

const PANELS = '/api/v1/panels'

/**
 * The paths of the documents that a change affects. An id without a slash may be that of a dashboard or of a form: both paths are
 * returned, because only documents that were read before are read again.
 * @param known paths of the documents in the cache; a change of the panels themselves may affect each panel among them
 */
export function concernedDocuments(
  { plugin, changed }: Pick<DefinitionsChanged, 'plugin' | 'changed'>,
  known: readonly string[],
): string[] {
  const panels = plugin === null ? known.filter(isPanel) : []
  const all = [...changed.flatMap(pathsOf), ...(plugin === null ? [PANELS, ...panels] : [])]
  return [...new Set(all)]
}

function pathsOf(id: string): string[] {
  const [panelId, moduleId] = id.split('/')
  if (panelId === 'translations' && moduleId !== undefined) return [translationsPath(moduleId)]
  if (moduleId === undefined) return [`/api/v1/ui/dashboards/${id}`, `/api/v1/forms/${id}`]
  return [`${PANELS}/${panelId}/modules/${moduleId}/manifest`, `${PANELS}/${panelId}`, PANELS]
}

const isPanel = (path: string) => path.startsWith(`${PANELS}/`) && path.split('/').length === 5 && !path.includes('?')
