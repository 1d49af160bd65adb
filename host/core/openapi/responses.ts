import { list_of, MOST_AT_ONCE } from '@atrium/sdk/host'
import type { Operation } from '../registries/index.ts'
import type { Components } from './components.ts'
import { isPaged, isReplayable, isUndoable, honoursIfMatch } from './parameters.ts'
import { schemaName } from './components.ts'

type Headers = Readonly<Record<string, object>>

const text = (description: string) => ({ description, schema: { type: 'string' } })
const ETAG = { ETag: text('Send it back as If-Match.') }
const ETAG_OF_RECORD = { ETag: text('If the answer is a record: send it back as If-Match.') }
const OWN_ETAG = { ETag: text('Send it back as If-None-Match.') }
const LOCATION = { Location: text('If something was created: where it is.') }
const UNDO = { Undo: text('A POST here takes the change back. Absent if that is not possible.') }
/** Headers of errors. */
export const PROBLEM_HEADERS = {
  'Retry-After': text('After how many seconds to send the request again: with 409, 429 and 503.'),
  ETag: text('412: that of the current record.'),
  Allow: text('405: the methods of the path.'),
}
const PAGE_HEADERS = {
  'X-Total-Count': { description: 'How many records match in all.', schema: { type: 'integer' } },
  'X-Offset': { description: 'How many of them stand before the first of this page.', schema: { type: 'integer' } },
  'X-Limit': { description: 'How many records a page may have.', schema: { type: 'integer' } },
  Link: text('First, previous, next and last page (RFC 8288).'),
}
const LIST_HEADERS = {
  ...PAGE_HEADERS,
  'X-Summary': text('The figures that _summary asked for, as JSON: by field, its count, sum, average, min and max.'),
}

/** The answers of an operation: success, and the errors that callers should expect. */
export function operationResponses(operation: Operation, components: Components): Record<string, object> {
  const failures = failuresOf(operation).map((status) => [status, { $ref: '#/components/responses/Problem' }])
  const done = Object.entries(successes(operation, components)).map(([status, each]) => [
    status,
    isUndoable(operation) && status !== '202' ? withHeaders(each, UNDO) : each,
  ])
  return Object.fromEntries([...done, ...failures]) as Record<string, object>
}

function withHeaders(response: object, added: Headers): object {
  const { headers = {} } = response as { headers?: Headers }
  return { ...response, headers: { ...headers, ...added } }
}

function successes(operation: Operation, components: Components): Record<string, object> {
  const { kind, store, options } = operation.declaration
  const content = contentOf(operation, components)
  if (operation.raw && content === undefined) return { default: { description: 'Answered by the operation itself.' } }
  if (kind === 'list') return { 200: answer('A page of the list.', { ...content, ...(store && CSV) }, LIST_HEADERS) }
  // Without CSV, which these lists answer, too: it would make the records of a generated client texts or records.
  if (isPaged(operation)) {
    const isSummed = list_of(operation.declaration) !== undefined
    return { 200: answer('A page of the list.', content, isSummed ? LIST_HEADERS : PAGE_HEADERS) }
  }
  if (kind === 'create') return { 201: answer('The new record.', content, { ...ETAG, Location: text('Where it is.') }) }
  if (kind === 'read') return { 200: answer('The record.', content, ETAG), 304: { description: 'It has not changed.' } }
  if (kind === 'replace' || kind === 'update') return { 200: answer('The record as it is now.', content, ETAG) }
  if (kind === 'delete') return { 200: answer('The record as it was.', content, ETAG_OF_RECORD) }
  if (kind === 'bulk') return { 200: answer('What was done.', content), ...acceptance(operation, components) }
  if (options.etag === true)
    return { 200: answer('Done.', content, OWN_ETAG), 304: { description: 'It has not changed.' } }
  // A handler may answer with a value, with `created` or with nothing.
  const isOpen = operation.method === 'POST' || (operation.method !== 'GET' && content === undefined)
  const headers = operation.method === 'GET' ? undefined : { ...ETAG_OF_RECORD, ...(isOpen && LOCATION) }
  return { [isOpen && kind === 'plain' ? '2XX' : '200']: answer('Done.', content, headers) }
}

/** Uses the component of the operations that report the progress. */
function acceptance({ schemas: { accepted } }: Operation, components: Components): Record<string, object> {
  if (accepted === undefined) return {}
  const content = { 'application/json': { schema: components.ref('bulk.BulkAction', accepted) } }
  const description = `More than ${MOST_AT_ONCE} records match the filter, or their change takes too long for one answer: they are changed in the background.`
  return { 202: answer(description, content, { Location: text('Where the progress is.') }) }
}

const CSV = {
  'text/csv': { schema: { type: 'string', description: 'All matching records, whatever page is asked for.' } },
}

const answer = (description: string, content: object | undefined, headers?: Headers) => ({
  description,
  ...(headers && { headers }),
  ...(content && { content }),
})

function contentOf(operation: Operation, components: Components): object | undefined {
  const { media_type } = operation.declaration.options
  if (media_type !== undefined) return { [media_type]: { schema: fileSchema(media_type) } }
  const { response: declared } = operation.schemas
  if (declared === undefined) return undefined
  const response = isReplayable(operation) ? withoutSecrets(declared) : declared
  const { type, items } = response as { type?: string; items?: object }
  const isList = type === 'array' && items !== undefined
  const schema = isList
    ? { ...response, items: named(operation, items, components) }
    : named(operation, response, components)
  return { 'application/json': { schema } }
}

const fileSchema = (media_type: string) =>
  /^(text|message)\//.test(media_type) ? { type: 'string' } : { type: 'string', format: 'binary' }

/** A secret is shown once: an answer that is replayed for an `Idempotency-Key` lacks it. */
function withoutSecrets(schema: object): object {
  const { properties = {}, required = [] } = schema as ObjectSchema
  const isSecret = (name: string) => properties[name]?.secret === true
  return required.some(isSecret) ? { ...schema, required: required.filter((name) => !isSecret(name)) } : schema
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly secret?: boolean }>>
  readonly required?: readonly string[]
}

function named(operation: Operation, schema: object, components: Components): object {
  const name = schemaName(operation, schema, 'record')
  return name === undefined ? schema : components.ref(name, schema)
}

function failuresOf({ open, path, schemas, declaration }: Operation): string[] {
  const isChange = honoursIfMatch(declaration)
  return [
    ...(list_of(declaration) !== undefined || schemas.query !== undefined ? ['400'] : []),
    ...(open ? [] : ['401', '403']),
    ...(path.includes('{') ? ['404'] : []),
    ...(declaration.kind === 'create' || isChange ? ['409'] : []),
    ...(isChange ? ['412'] : []),
    ...(schemas.body === undefined ? [] : ['422']),
    '4XX',
    '5XX',
  ]
}
