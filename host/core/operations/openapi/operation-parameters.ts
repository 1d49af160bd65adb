import { record_fields } from '@atrium/sdk/host'
import type { Operation } from '../../registries/index.ts'
import { listDialect, type Parameter } from './list-dialect.ts'

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

/** All that an operation takes besides its body. */
export function operationParameters(operation: Operation): Parameter[] {
  return [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)]
}

function pathParameters({ path, schemas, declaration }: Operation): Parameter[] {
  const { properties = {} } = (schemas.params ?? {}) as ObjectSchema
  const id = declaration.record && record_fields(declaration.record).get('id')?.schema
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.map((name, index) => {
    const isId = id !== undefined && index === names.length - 1
    const { readOnly: _, ...schema } = (properties[name] ?? (isId ? id : { type: 'string' })) as { readOnly?: boolean }
    return { name, in: 'path', required: true, schema }
  })
}

function queryParameters({ schemas, declaration }: Operation): Parameter[] {
  if (declaration.kind === 'list') return listDialect(declaration)
  const { properties = {}, required = [] } = (schemas.query ?? {}) as ObjectSchema
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function headerParameters(operation: Operation): Parameter[] {
  const { method, declaration } = operation
  const { kind } = declaration
  return [
    ...(isReplayable(operation) ? [IDEMPOTENCY_KEY] : []),
    ...(mindsVersion(declaration) ? [IF_MATCH] : []),
    ...(kind === 'read' && method === 'GET' ? [IF_NONE_MATCH] : []),
  ]
}

/** Whether the operation takes `If-Match`, and may answer 412. */
export const mindsVersion = ({ kind, options }: Operation['declaration']) =>
  kind === 'replace' || kind === 'update' || kind === 'delete' || options.if_match === true

/** Whether the operation takes an `Idempotency-Key`. */
const isReplayable = ({ method, transaction, raw, open, declaration: { options } }: Operation) =>
  method === 'POST' && !open && ((transaction && !raw) || options.once === true)

const header = (name: string, description: string, schema: object = { type: 'string' }): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
})

const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'Makes the request safe to repeat for 24 hours: it is carried out once, and its answer is replayed with `Idempotency-Replayed: true`.',
  { type: 'string', minLength: 1, maxLength: 255 },
)
const IF_MATCH = header(
  'If-Match',
  'The ETag of the record as you know it; where it has changed since, the answer is 412.',
)
const IF_NONE_MATCH = header(
  'If-None-Match',
  'The ETag of the record as you know it; where it still holds, the answer is 304.',
)
