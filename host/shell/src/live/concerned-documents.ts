import type { DefinitionsChanged } from './frame.ts'

const PANELS = '/api/v1/panels'

/**
 * The paths of the documents that a change concerns, and no others. An id without slash is a dashboard's or a form's: that it is
 * not both costs nothing, since only what was read is asked for again.
 * @param known the paths that have been read: where the panels themselves have changed, it may concern each of them
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
  if (moduleId === undefined) return [`/api/v1/ui/dashboards/${id}`, `/api/v1/forms/${id}`]
  return [`${PANELS}/${panelId}/modules/${moduleId}/manifest`, `${PANELS}/${panelId}`, PANELS]
}

const isPanel = (path: string) => path.startsWith(`${PANELS}/`) && path.split('/').length === 5 && !path.includes('?')
