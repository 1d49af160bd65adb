import type { ResourceDefinition, SearchResult } from '@atrium/sdk/documents'
import type { Outcome } from '../../../core/operations/request.ts'
import { rankTitle } from './rank-title.ts'

type Group = SearchResult['groups'][number]
type Hit = Group['hits'][number]
type Row = Readonly<Record<string, unknown>>

/** What was found in one resource, and how well its best hit suits: the lower the better. */
export interface RankedGroup {
  readonly group: Group
  readonly rank: number
}

/** Undefined where the answer is no list of records with ids. */
export function toGroup(
  resource: ResourceDefinition,
  query: string,
  { body, headers }: Outcome,
): RankedGroup | undefined {
  if (!Array.isArray(body) || !body.every(isRecord)) return undefined
  const hits = body
    .map((row) => ({ hit: toHit(resource, row), rank: rankTitle(titleOf(resource, row), query) }))
    .sort((a, b) => a.rank - b.rank)
  const { id, title, icon } = resource
  const total = Number(headers['x-total-count'] ?? hits.length)
  return {
    group: { resource_id: id, title, ...(icon !== undefined && { icon }), total, hits: hits.map(({ hit }) => hit) },
    rank: hits[0]?.rank ?? Infinity,
  }
}

const isRecord = (row: unknown): row is Row & { id: string | number } =>
  typeof row === 'object' && row !== null && 'id' in row && ['string', 'number'].includes(typeof row.id)

function toHit(resource: ResourceDefinition, row: Row & { id: string | number }): Hit {
  const screen = resource.view_path ?? resource.edit_path
  const path = screen?.replace(':id', () => encodeURIComponent(row.id))
  return { id: row.id, title: titleOf(resource, row), ...(path !== undefined && { path }) }
}

function titleOf({ record_title_attribute }: ResourceDefinition, row: Row): string {
  const title = row[record_title_attribute] ?? row.id
  return typeof title === 'string' ? title : JSON.stringify(title)
}
