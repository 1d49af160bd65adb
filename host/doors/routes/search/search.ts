import type { ResourceDefinition, SearchResult, PanelDocument } from '@atrium/sdk/documents'
import type { Outcome } from '../../../core/operations/index.ts'
import type { Operation } from '../../../core/registries/index.ts'
import type { AskOptions } from './ask.ts'
import { ask, inTurn } from './ask.ts'
import { readSubtitles } from './subtitles.ts'

const BADGES_AT_ONCE = 8
const BADGE_PATIENCE_MS = 1_000

/**
 * Reads the badges of a panel's navigation, by resource: null for one that is late. Omits badges that fail or are denied, and those
 * that have no value.
 */
export async function readBadges(
  { navigation }: PanelDocument,
  options: Omit<AskOptions, 'patience'>,
): Promise<Record<string, unknown>> {
  const items = navigation.flatMap((group) => group.items)
  const badges = await inTurn(items, BADGES_AT_ONCE, async ({ resource_id, badge_path }) => {
    if (resource_id === undefined || badge_path === undefined) return []
    const answer = await ask(badge_path, () => ({}), { ...options, patience: BADGE_PATIENCE_MS })
    if ('reason' in answer) return answer.reason === 'late' ? [[resource_id, null] as const] : []
    const value = badgeOf(answer.outcome.body)
    return value === undefined || value === null ? [] : [[resource_id, value] as const]
  })
  return Object.fromEntries(badges.flat())
}

const badgeOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'value' in body ? body.value : undefined

const AT_ONCE = 8
const PATIENCE_MS = 300
/** The limit per resource. The list of the resource shows the rest. */
const MOST_HITS = '8'

type Incomplete = SearchResult['incomplete'][number]
type Found = { readonly ranked?: RankedGroup; readonly incomplete?: Incomplete }

/**
 * Searches each searchable resource as the caller, 8 at a time and at most 300 ms each. Groups are sorted by their best hit. The
 * result names the resources that were late or failed, but not those that the caller may not read.
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
  const ranked = 'outcome' in answer ? await toGroup(resource, { query, outcome: answer.outcome }, options) : undefined
  if (ranked !== undefined) return { ranked }
  const reason = 'outcome' in answer ? 'failed' : answer.reason
  return reason === 'denied' ? {} : { incomplete: { resource_id: resource.id, title: resource.title, reason } }
}

type Group = SearchResult['groups'][number]
type Hit = Group['hits'][number]
type Row = Readonly<Record<string, unknown>>

/** The hits of one resource and the rank of the best one. A lower rank is better. */
interface RankedGroup {
  readonly group: Group
  readonly rank: number
}

/** Returns undefined, and reports it to the author, if the answer is not a list of records with ids. */
async function toGroup(
  resource: ResourceDefinition,
  { query, outcome: { body, headers } }: { readonly query: string; readonly outcome: Outcome },
  options: Omit<AskOptions, 'patience'>,
): Promise<RankedGroup | undefined> {
  if (!Array.isArray(body) || !body.every(isRecord)) return reportNoList(resource, options)
  const subtitleOf = await readSubtitles(resource.record_subtitle, body, { ...options, patience: PATIENCE_MS })
  const hits = body
    .map((row) => ({
      hit: toHit(resource, row, subtitleOf(row)),
      rank: rankTitle(titleOf(resource, row), query),
    }))
    .sort((a, b) => a.rank - b.rank)
  const { id, title, icon } = resource
  const total = Number(headers['x-total-count'] ?? hits.length)
  return {
    group: { resource_id: id, title, ...(icon !== undefined && { icon }), total, hits: hits.map(({ hit }) => hit) },
    rank: hits[0]?.rank ?? Infinity,
  }
}

function reportNoList(
  { id, search_path }: ResourceDefinition,
  { registries }: Pick<AskOptions, 'registries'>,
): undefined {
  const operation = registries.operations.match('GET', search_path)
  if (operation === undefined || 'allowed' in operation) return undefined
  const { owner: plugin, lease, name: work, declaration } = operation.operation
  const message = `The search of [${id}] needs a list of records with an [id], and [${work}] answers with something else. Return an array of them.`
  registries.findings.report({ plugin, lease, code: 'handler_failed', work, message, at: declaration.origin })
  return undefined
}

const isRecord = (row: unknown): row is Row & { id: string | number } =>
  typeof row === 'object' && row !== null && 'id' in row && ['string', 'number'].includes(typeof row.id)

function toHit(resource: ResourceDefinition, row: Row & { id: string | number }, subtitle: string[]): Hit {
  const screen = resource.view_path ?? resource.edit_path
  const path = screen?.replace(':id', () => encodeURIComponent(row.id))
  return {
    id: row.id,
    title: titleOf(resource, row),
    ...(subtitle.length > 0 && { subtitle }),
    ...(path !== undefined && { path }),
  }
}

function titleOf({ record_title_attribute }: ResourceDefinition, row: Row): string {
  const title = row[record_title_attribute] ?? row.id
  return typeof title === 'string' ? title : JSON.stringify(title)
}

/**
 * Ranks a title against the query, ignoring case: 0 equals it, 1 starts with it, 2 has a word that starts with it, 3 contains it,
 * 4 matched in another field.
 */
export function rankTitle(title: string, query: string): number {
  const text = title.toLocaleLowerCase()
  const wanted = query.toLocaleLowerCase()
  if (text === wanted) return 0
  if (text.startsWith(wanted)) return 1
  if (text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2
  return text.includes(wanted) ? 3 : 4
}
