import type { QueryClient } from '@tanstack/react-query'
import { DOCUMENTS } from '../api/documents.ts'
import { refreshPlugins, takePluginStatus, toldStateOptions } from '../api/plugins.ts'
import { refreshRecords } from '../api/records.ts'
import { concernedDocuments } from './concerned-documents.ts'
import type { DefinitionsChanged, Frame, Standing } from './frame.ts'

/**
 * Makes a function that brings the cache up to date with what the host says. What is shown stays until the new is there; what is
 * not shown is only marked, and asked for when it is.
 */
export function createApplyFrame(queryClient: QueryClient): (frame: Frame) => void {
  let standing: Standing | null = null

  return ({ type, payload }) => {
    switch (type) {
      case 'subscribed':
        if (standing === null) refreshTold(queryClient)
        else if (!isSame(standing, payload)) void queryClient.invalidateQueries()
        standing = payload
        return
      case 'definitions.changed':
        if (standing !== null) standing = { ...standing, version: payload.revision }
        refreshConcerned(queryClient, payload)
        return
      case 'plugin.changed':
        queryClient.setQueryData(toldStateOptions(payload.plugin.id).queryKey, payload.plugin.state)
        if ('diagnostics' in payload.plugin) takePluginStatus(queryClient, payload.plugin)
        void refreshMissing(queryClient)
    }
  }
}

const isSame = (a: Standing, b: Standing) => a.version === b.version && a.instance === b.instance

/** What was read before anybody listened may have changed in between: a page and its plugin are often loaded in the same moment. */
function refreshTold(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: DOCUMENTS })
  void refreshPlugins(queryClient)
}

function refreshConcerned(queryClient: QueryClient, change: DefinitionsChanged): void {
  const known = queryClient.getQueryCache().findAll({ queryKey: DOCUMENTS })
  const paths = concernedDocuments(
    change,
    known.map(({ queryKey }) => String(queryKey[1])),
  )
  const concerned = new Set(paths)
  const isConcerned = ({ queryKey }: { queryKey: readonly unknown[] }) => concerned.has(String(queryKey[1]))
  const showsRecords = known.some((query) => isConcerned(query) && query.isActive() && isDashboard(query.queryKey))

  void queryClient.invalidateQueries({ queryKey: DOCUMENTS, predicate: isConcerned })
  if (showsRecords) void refreshRecords(queryClient)
}

const isDashboard = (key: readonly unknown[]) => String(key[1]).startsWith('/api/v1/ui/dashboards/')

/** What could not be shown because of a plugin may be there now, or be missing for another reason. */
function refreshMissing(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: DOCUMENTS, predicate: ({ state }) => state.status === 'error' })
}
