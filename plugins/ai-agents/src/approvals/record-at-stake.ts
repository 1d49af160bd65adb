import { etag_of, type PluginContext } from '@atrium/sdk'
import { hashOf } from '../tools/canonical.ts'
import type { ChatTool } from '../tools/tool-source.ts'

type Values = Readonly<Record<string, unknown>>

/** The record that a call would change, as the person sees it at the time of the request. */
export interface RecordAtStake {
  readonly path: string
  /** Its ETag or, without one, a hash of the members that the person sees. */
  readonly tag: string
  /** Whether the tag is an ETag, which the operation itself may compare. */
  readonly is_etag: boolean
  readonly record: Values
}

/**
 * Reads the record at the operation's path: the path up to its last parameter. Undefined if the path names none, or if the present caller
 * cannot read it.
 */
export async function recordAtStake(
  { operation }: Pick<ChatTool, 'operation'>,
  input: Values,
  { call }: Pick<PluginContext, 'call'>,
): Promise<RecordAtStake | undefined> {
  const path = operation && recordPath(operation.path, input)
  if (path === undefined) return undefined
  const record = await call('GET', path).catch(() => undefined)
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined
  const etag = etag_of(record)
  return { path, tag: etag ?? hashOf(record), is_etag: etag !== undefined, record: record as Values }
}

/** `/api/v1/booking/bookings/{id}/cancel` and `{ id: 7 }` → `/api/v1/booking/bookings/7`. */
function recordPath(path: string, input: Values): string | undefined {
  const end = path.lastIndexOf('}')
  if (end < 0) return undefined
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.some((name) => !['string', 'number'].includes(typeof input[name]))) return undefined
  return path.slice(0, end + 1).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
}

/** Operations whose arguments are members of the record, also those that it does not have yet. */
const MERGES = /^(PATCH|PUT) .*\}$/

/** The changes that a call would make to the record: its arguments that are members of the record and differ. Undefined if there are none. */
export function changeOf(record: Values, input: Values, operation: ChatTool['operation']): Values | undefined {
  const { method = '', path = '' } = operation ?? {}
  const isMember = (name: string) => name in record || MERGES.test(`${method} ${path}`)
  const changed = Object.entries(input).filter(
    ([name, to]) => isMember(name) && !isInPath(name, path) && JSON.stringify(record[name]) !== JSON.stringify(to),
  )
  if (changed.length === 0) return undefined
  return Object.fromEntries(changed.map(([name, to]) => [name, { from: record[name], to }]))
}

const isInPath = (name: string, path: string) => name === 'id' || path.includes(`{${name}}`)
