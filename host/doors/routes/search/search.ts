import type { RawQuery } from '@atrium/sdk'
import type { ResourceDefinition, SearchResult, PanelDocument } from '@atrium/sdk/documents'
import type { Outcome } from '../../../core/operations/index.ts'
import type { AskOptions } from './ask.ts'
import { ask, inTurn } from './ask.ts'
import { OTHER_FIELD, titleRanker } from './rank-title.ts'
import { readSubtitles } from './subtitles.ts'

const BADGES_AT_ONCE = 8
/**
 * Milliseconds. All lists and badges of a panel share one event loop, so together they take far longer on a slow machine than one alone.
 */
const PATIENCE_MS = 1_000

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
    const answer = await ask(badge_path, () => ({}), { ...options, patience: PATIENCE_MS })
    if ('reason' in answer) return answer.reason === 'late' ? [[resource_id, null] as const] : []
    const value = badgeOf(answer.outcome.body)
    return value === undefined || value === null ? [] : [[resource_id, value] as const]
  })
  return Object.fromEntries(badges.flat())
}

const badgeOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'value' in body ? body.value : undefined

const AT_ONCE = 8
/** The limit per resource. The list of the resource shows the rest. */
const MOST_HITS = 8
/** How many records the hits are chosen from, because a list sorts them by its own order, and not by how well they match. */
const MOST_RANKED = 50

type Incomplete = SearchResult['incomplete'][number]
type Found = { readonly ranked?: RankedGroup; readonly incomplete?: Incomplete }

/**
 * Searches each searchable resource as the caller, 8 at a time and at most 1 s each. Groups are sorted by their best hit. The
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
  const match = options.registries.operations.match('GET', resource.search_path)
  const isList = match !== undefined && 'operation' in match && match.operation.declaration.kind === 'list'
  const askAll = async (questions: readonly RawQuery[]) => {
    const asked = { ...options, patience: PATIENCE_MS }
    return Promise.all(questions.map((question) => ask(resource.search_path, () => question, asked)))
  }
  const questions = isList ? questionsFor(resource, query) : [{ q: query }]
  const answers = await askAll(questions)
  // A list that refuses such a query, perhaps because the caller cannot see the time, is only searched for the words.
  const isRefused = questions.length > 1 && answers.some((answer) => 'reason' in answer && answer.reason === 'failed')
  const [answer, ...more] = isRefused ? await askAll([{ q: query, _end: String(MOST_RANKED) }]) : answers
  const outcomes = [answer, ...more].flatMap((each) => (each && 'outcome' in each ? [each.outcome] : []))
  const isWhole = outcomes.length === more.length + 1
  const ranked = isWhole ? await toGroup(resource, { query, outcomes }, options) : undefined
  if (ranked !== undefined) return { ranked }
  const reason = [answer, ...more].flatMap((each) => (each && 'reason' in each ? [each.reason] : []))[0] ?? 'failed'
  return reason === 'denied' ? {} : { incomplete: { resource_id: resource.id, title: resource.title, reason } }
}

/**
 * The queries to a list. For records with a time: first upcoming ones, then past ones, the nearest first. If the search text is a number,
 * finally the record with this number.
 */
function questionsFor({ record_time: time }: ResourceDefinition, query: string): RawQuery[] {
  const number = numberIn(query)
  const byNumber = number === undefined ? [] : [{ id: number, _end: String(MOST_HITS) }]
  if (time === undefined) return [{ q: query, _end: String(MOST_RANKED) }, ...byNumber]
  const words = { q: query, _end: String(MOST_HITS) }
  const now = new Date().toISOString()
  return [
    { ...words, [`${time}_gte`]: now, _sort: time, _order: 'ASC' },
    { ...words, [`${time}_lte`]: now, _sort: time, _order: 'DESC' },
    ...byNumber,
  ]
}

/** The number of a record as people write it: `12`, `#12`. */
const numberIn = (query: string): string | undefined => /^#?(\d{1,15})$/.exec(query.trim())?.[1]

const isNumbered = ({ id }: RecordRow, query: string) => String(id) === numberIn(query)

type Group = SearchResult['groups'][number]
type Hit = Group['hits'][number]
type Row = Readonly<Record<string, unknown>>

/** The hits of one resource and the rank of the best one. A lower rank is better. */
interface RankedGroup {
  readonly group: Group
  readonly rank: number
}

interface Answered {
  readonly query: string
  readonly outcomes: readonly Outcome[]
}

/** Returns undefined, and reports it to the author, if an answer is not a list of records with ids. */
async function toGroup(
  resource: ResourceDefinition,
  { query, outcomes }: Answered,
  options: Omit<AskOptions, 'patience'>,
): Promise<RankedGroup | undefined> {
  const pages = outcomes.map(({ body }) => body)
  if (!pages.every((page) => Array.isArray(page) && page.every(isRecord))) return reportNoList(resource, options)
  const byWords = resource.record_time === undefined ? 1 : 2
  // A list without support for ids may return any records for the number.
  const found = pages.flatMap((page, index) => (index < byWords ? page : page.filter((row) => isNumbered(row, query))))
  const rows = [...new Map(found.map((row) => [row.id, row])).values()]
  const subtitleOf = await readSubtitles(resource.record_subtitle, rows, { ...options, patience: PATIENCE_MS })
  const rankTitle = titleRanker(query)
  const hits = rows
    .map((row) => rankHit(resource, row, { query, rankTitle, subtitle: subtitleOf(row) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_HITS)
  const { id, title, icon } = resource
  const total = Math.max(hits.length, totalOf(outcomes.slice(0, byWords)))
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

const totalOf = (outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, { headers }) => sum + Number(headers['x-total-count'] ?? 0), 0)

interface Sought {
  readonly query: string
  readonly rankTitle: (title: string) => number
  readonly subtitle: string[]
}

/** The record with the searched number comes first and shows its number, then titles, then subtitles. */
function rankHit(resource: ResourceDefinition, row: RecordRow, { query, rankTitle, subtitle }: Sought) {
  if (isNumbered(row, query)) return { hit: toHit(resource, row, [`#${row.id}`, ...subtitle]), rank: 0 }
  const title = titleOf(resource, row)
  const rank = INSTANT.test(title) ? OTHER_FIELD : rankTitle(title)
  const isInSubtitle = subtitle.some((each) => rankTitle(each) < OTHER_FIELD)
  return { hit: toHit(resource, row, subtitle), rank: rank === OTHER_FIELD && !isInSubtitle ? rank + 1 : rank }
}

/** Nobody searches for a part of a stored time. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T/

type RecordRow = Row & { readonly id: string | number }

const isRecord = (row: unknown): row is RecordRow =>
  typeof row === 'object' && row !== null && 'id' in row && ['string', 'number'].includes(typeof row.id)

function toHit(resource: ResourceDefinition, row: RecordRow, subtitle: string[]): Hit {
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
