import { Readable } from 'node:stream'
import type { Caller, RecordId, RecordStore, Page } from '@atrium/sdk'
import { parse_list_query, ApiError } from '@atrium/sdk'
import { as_caller, record_fields, visible_rules, withheld_fields } from '@atrium/sdk/host'
import { stringify } from 'csv-stringify/sync'
import { inPortions } from '../../base/lifetime/index.ts'
import type { Operation } from '../registries/index.ts'
import type { OperationRequest, Outcome } from './request.ts'

/**
 * Exports all matching records as CSV and ignores paging. One statement reads the ids; the records follow 500 at a time
 * while the file is sent. Concurrent writes therefore cause no duplicates or gaps, and a slow client does not hold a
 * connection.
 */
export async function exportOutcome(
  request: OperationRequest,
  store: RecordStore<object>,
  { caller, proceed }: { caller: Caller; proceed: Continue },
): Promise<Outcome> {
  const { _start, _end, _page, _limit, ...query } = request.query
  const ids = await store.ids(parse_list_query(query, store.schema, visible_rules(store, caller)))
  const columns = columnsOf(store, caller)
  // The file is generated while it is sent, long after the call.
  const visible = (rows: Row[]) => as_caller(caller, () => request.operation.withhold.answer(rows, caller), request)
  const chunks = recordsById(store, ids, { proceed, visible })
  return csvOutcome(request, ids.length, csvOf(chunks, columns))
}

/** Renders the rows that a custom handler returned as CSV. */
export function pageAsCsv(request: OperationRequest, { rows, total }: Page, caller: Caller): Outcome {
  const visible = request.operation.withhold.answer(rows, caller) as Row[]
  const columns = Object.keys(visible[0] ?? {}).map((key) => ({ key, header: key }))
  return csvOutcome(request, total, csvOf(inPortions(visible, CHUNK), columns))
}

/** Whether a request is for the records of a list as a file: it prefers CSV to JSON. Of the headers, only `Accept` matters. */
export function asksForCsv(
  { method, raw }: Pick<Operation, 'method' | 'raw'>,
  { accept }: { accept?: string | undefined },
): boolean {
  if (accept?.includes('text/csv') !== true || method !== 'GET' || raw) return false
  const csv = weightOf(accept, 'text/csv')
  return csv > 0 && csv >= weightOf(accept, 'application/json')
}

/** @throws ApiError 406 if the client accepts nothing but CSV */
export function requireJson({ accept = '' }: OperationRequest['headers']): void {
  if (/application\/(\*|json|problem)|\*\/\*/.test(accept)) return
  throw new ApiError('not_acceptable', {
    detail: '[text/csv] is only available for lists. Accept [application/json] instead.',
  })
}

/** How many records are read and written at a time. */
const CHUNK = 500

type Row = Readonly<Record<string, unknown>>
interface Column {
  readonly key: string
  readonly header: string
}

/** Runs work as the caller and on the reader’s connection, long after `perform` has returned. */
type Continue = <Value>(run: () => Promise<Value>) => Promise<Value>

function csvOutcome({ operation }: OperationRequest, total: number, text: AsyncIterable<string>): Outcome {
  const name = operation.path
    .split('/')
    .filter((segment) => segment && !segment.startsWith('{'))
    .slice(2)
    .join('-')
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'x-total-count': String(total),
  }
  return { status: 200, headers, body: Readable.from(text) }
}

function columnsOf(store: RecordStore<object>, caller: Caller): Column[] {
  const withheld = new Set(withheld_fields(store, caller))
  const fields = [...record_fields(store.schema).values()].filter(({ name }) => !withheld.has(name))
  return fields.map(({ name }) => ({ key: name, header: name }))
}

async function* recordsById(
  store: RecordStore<object>,
  ids: readonly RecordId[],
  { proceed, visible }: { proceed: Continue; visible: (rows: Row[]) => Row[] },
): AsyncGenerator<Row[]> {
  for (let start = 0; start < ids.length; start += CHUNK) {
    const values = ids.slice(start, start + CHUNK)
    const filters = [{ field: 'id', comparison: 'eq', values } as const]
    const { rows } = await proceed(() => store.list({ filters, sort: [], offset: 0, limit: CHUNK }))
    const byId = new Map(visible(rows as Row[]).map((row) => [row.id, row]))
    yield values.map((id) => byId.get(id)).filter((row) => row !== undefined)
  }
}

/** The start of a text that Excel would read as a formula; the last four are full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** A phone number or a signed number is not a formula, and an apostrophe from escaping would be visible. */
const SIGNED_NUMBER = /^[+-]\d[\d .()]*$/

const escaped = (text: string) => (FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text)

/** RFC 4180; csv-stringify alone would not quote a lone line feed. */
const FORMAT = {
  record_delimiter: 'windows',
  quoted_match: /[\r\n]/,
  cast: { boolean: String, string: escaped },
} as const

/** Starts with a byte order mark, by which Excel recognises UTF-8. */
async function* csvOf(chunks: AsyncIterable<Row[]>, columns: Column[]): AsyncGenerator<string> {
  const options = { ...FORMAT, columns }
  yield stringify([], { ...options, header: true, bom: true })
  for await (const rows of chunks) yield stringify(rows, options)
}

/** The `q` of a media type that the header names explicitly (RFC 9110, 12.5.1); 0 if it does not name the type. */
function weightOf(accept: string, type: string): number {
  const range = accept.split(',').find((each) => each.trim().split(';')[0]?.trim().toLowerCase() === type)
  if (range === undefined) return 0
  return Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
}
