import type { ResourceDefinition, SearchResult } from '@atrium/sdk/documents'
import type { Operation } from '../../../core/registries/index.ts'
import { ask } from './ask.ts'
import type { AskOptions } from './ask.ts'
import { inTurn } from './in-turn.ts'
import { toGroup } from './to-group.ts'
import type { RankedGroup } from './to-group.ts'

const AT_ONCE = 8
const PATIENCE_MS = 300
/** Of each resource; the list behind it shows the rest. */
const MOST_HITS = '8'

type Incomplete = SearchResult['incomplete'][number]
type Found = { readonly ranked?: RankedGroup; readonly incomplete?: Incomplete }

/**
 * Asks each searchable resource as the caller, 8 at a time and 300 ms each. Groups come in the order of their best hit. Sources that
 * were late or failed are named; those that the caller may not read are not.
 */
export async function searchPanel(
  resources: readonly ResourceDefinition[],
  query: string,
  options: Omit<AskOptions, 'patience'>,
): Promise<SearchResult> {
  const searchable = resources.filter((resource) => resource.searchable)
  const found = await inTurn(searchable, AT_ONCE, (resource) => searchResource(resource, query, options))
  const groups = found.flatMap(({ ranked }) => (ranked !== undefined && ranked.group.hits.length > 0 ? [ranked] : []))
  return {
    query,
    groups: groups.sort((a, b) => a.rank - b.rank).map(({ group }) => group),
    incomplete: found.flatMap(({ incomplete }) => incomplete ?? []),
  }
}

async function searchResource(
  resource: ResourceDefinition,
  query: string,
  options: Omit<AskOptions, 'patience'>,
): Promise<Found> {
  const queryFor = ({ declaration }: Operation) =>
    declaration.kind === 'list' ? { q: query, _end: MOST_HITS } : { q: query }
  const answer = await ask(resource.search_path, queryFor, { ...options, patience: PATIENCE_MS })
  const ranked = 'outcome' in answer ? toGroup(resource, query, answer.outcome) : undefined
  if (ranked !== undefined) return { ranked }
  const reason = 'outcome' in answer ? 'failed' : answer.reason
  return reason === 'denied' ? {} : { incomplete: { resource_id: resource.id, reason } }
}
