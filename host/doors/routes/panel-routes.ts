import { ApiError, Type } from '@atrium/sdk'
import { SearchResult } from '@atrium/sdk/documents'
import { require_search_text } from '@atrium/sdk/host'
import type { Perform } from '../../core/operations/index.ts'
import type { Operation, Registries } from '../../core/registries/index.ts'
import type { ShellDocuments } from './documents/shell-documents.ts'
import { PERMISSIONS, platformOperation } from './platform-operation.ts'
import { panelNotFound } from './reasons/missing-documents.ts'
import { readBadges, searchPanel } from './search/search.ts'

export interface PanelRoutesOptions {
  readonly registries: Registries
  readonly documents: ShellDocuments
  readonly perform: Perform
}

/** The operations of a panel that are not cached: its search and the badges of its navigation. */
export function panelRoutes({ registries, documents, perform }: PanelRoutesOptions): Operation[] {
  const permission = PERMISSIONS.shell
  const query = Type.Object({ q: Type.String({ description: 'The words to search for, at most 10' }) })
  const search = { summary: 'Searches all resources of a panel', query, response: SearchResult, permission }
  const response = Type.Record(Type.String(), Type.Unknown())
  const badges = { summary: 'Returns the badges of a panel’s navigation, by resource', response, permission }
  return [
    platformOperation(
      ['panels', '/{panelId}/search'],
      search,
      ({ params: { panelId = '' }, query, caller, signal }) => {
        const resources = documents.resources(panelId)
        if (resources === undefined) throw panelNotFound(registries, panelId, caller)
        return searchPanel(resources, textOf(query.q), { registries, perform, caller, signal })
      },
    ),
    platformOperation(['panels', '/{panelId}/badges'], badges, ({ params: { panelId = '' }, caller, signal }) => {
      const panel = documents.panel(panelId)
      if (panel === undefined) throw panelNotFound(registries, panelId, caller)
      return readBadges(panel, { registries, perform, caller, signal })
    }),
  ]
}

function textOf(q: unknown): string {
  if (typeof q === 'string' && q.trim() !== '') return require_search_text(q)
  throw new ApiError('query_malformed', {
    detail: 'The query parameter [q] is empty. Send the text to search for: `?q=…`.',
  })
}
