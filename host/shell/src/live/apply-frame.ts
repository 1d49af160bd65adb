import type { Query, QueryClient } from '@tanstack/react-query'
import { NOTIFICATIONS } from '../api/notifications.ts'
import { DOCUMENTS, refreshDocuments, refreshQueries, translationsPath } from '../api/refresh-documents.ts'
import { currentLanguage } from '../language/spoken.ts'
import { refreshPlugins, takePluginStatus, toldStateOptions } from '../api/plugins.ts'
import { refreshChoices, refreshRecords } from '../api/records.ts'
import { concernedDocuments } from './frame.ts'
import type { DefinitionsChanged, Frame, Standing } from './frame.ts'

/**
 * Makes a function that updates the cache with the messages of the host. Data on screen stays until the new data has arrived; other data is
 * only marked as stale, and reread when it is shown.
 */
export function createApplyFrame(queryClient: QueryClient): (frame: Frame) => void {
  let standing: Standing | null = null

  return ({ type, payload }) => {
    switch (type) {
      case 'subscribed':
        if (standing === null) refreshAfterSubscribing(queryClient)
        else if (!isSame(standing, payload)) void queryClient.invalidateQueries()
        standing = payload
        // Those of the time without a connection were not announced.
        void refreshQueries(queryClient, NOTIFICATIONS)
        return
      case 'definitions.changed':
        if (standing !== null) standing = { ...standing, version: payload.revision }
        refreshConcerned(queryClient, payload)
        void refreshChoices(queryClient)
        return
      case 'plugin.changed':
        queryClient.setQueryData(toldStateOptions(payload.plugin.id).queryKey, payload.plugin.state)
        if ('diagnostics' in payload.plugin) takePluginStatus(queryClient, payload.plugin)
        void refreshMissing(queryClient)
        return
      case 'notifications.changed':
        void refreshQueries(queryClient, NOTIFICATIONS)
        return
      case 'records.changed':
      case 'presence.changed':
      // These are for `watchRecords` and `attendRecord`.
    }
  }
}

const isSame = (a: Standing, b: Standing) => a.version === b.version && a.instance === b.instance

/** Data that was read before the subscription may be older: pages and plugins are often loaded at the same moment. */
function refreshAfterSubscribing(queryClient: QueryClient): void {
  refreshDocuments(queryClient, () => true)
  void refreshPlugins(queryClient)
}

function refreshConcerned(queryClient: QueryClient, change: DefinitionsChanged): void {
  const known = queryClient.getQueryCache().findAll({ queryKey: DOCUMENTS })
  const paths = concernedDocuments(
    change,
    known.map(({ queryKey }) => String(queryKey[1])),
  )
  const concerned = new Set(paths)
  const isConcerned = ({ queryKey }: Pick<Query, 'queryKey'>) => concerned.has(String(queryKey[1]))
  const showsRecords = known.some((query) => isConcerned(query) && query.isActive() && isDashboard(query.queryKey))

  // Every document has been translated with the former translations.
  const isTranslated = paths.includes(translationsPath(currentLanguage().language))
  refreshDocuments(queryClient, (query) => isTranslated || isConcerned(query))
  if (showsRecords) void refreshRecords(queryClient)
}

const isDashboard = (key: readonly unknown[]) => String(key[1]).startsWith('/api/v1/ui/dashboards/')

/** Documents that failed because of a plugin may exist now, or fail for another reason. */
function refreshMissing(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: DOCUMENTS, predicate: ({ state }) => state.status === 'error' })
}
