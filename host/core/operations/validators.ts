import type { Caller, RawQuery } from '@atrium/sdk'
import { ApiError, nearest_name } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import { errors_in_line, locked_fields, type RecordChange, single_value } from '@atrium/sdk/host'
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { HostLogger } from '../../base/log/index.ts'
import type { Operation } from '../registries/index.ts'
import { createCompiler } from './compile-schema.ts'
import { NO_QUERY } from './declare-operation.ts'
import { DEEPEST, isTooDeep, unstorableText, violationsOf } from './violations.ts'

/** Converts and validates the parts of a call by the operation’s schemas. Parts without a schema pass unchanged. */
export interface Validators {
  /** Converts params from text. @throws ApiError 404 `record_not_found` */
  params(operation: Operation, params: Params): unknown
  /** Converts the query from text and fills in defaults. @throws ApiError 400 `query_unknown`, `query_malformed` */
  query(operation: Operation, query: RawQuery): unknown
  /**
   * Fills in defaults; refuses unknown members and text that a database cannot store. @throws ApiError 422 `validation_failed`, 400
   * `body_malformed` for a body that is nested too deeply, 403 `permission_denied` for a new record that needs a field which the caller’s
   * roles do not allow it to set
   */
  body(operation: Operation, body: unknown, caller?: Caller): unknown
  /** Validates a whole record after PATCH has merged it. @throws ApiError 422 `validation_failed` */
  record(operation: Operation, record: unknown): void
  /** @throws ApiError 500 `response_invalid` */
  response(operation: Operation, value: unknown): void
  /**
   * Checks records that a handler has saved against their schemas: one with a wrong value would make each later list that contains it fail.
   * @throws ApiError 500 `response_invalid`
   */
  saved(operation: Operation, changes: readonly RecordChange[]): void
  /** Whether an operation may answer nothing. */
  mayBeEmpty(operation: Operation): boolean
}

export function createValidators({ log }: { log: HostLogger }): Validators {
  const fromText = createCompiler({ log, coerceTypes: 'array', useDefaults: true })
  const strict = createCompiler({ log, useDefaults: true, verbose: true })
  const asIs = createCompiler({ log, verbose: true })
  const closed = new WeakMap<object, JsonSchema>()
  const checkOf = (body: JsonSchema) => {
    const schema = closed.get(body) ?? closedSchema(body)
    closed.set(body, schema)
    return strict(schema)
  }
  return {
    params({ schemas, path }, params) {
      if (schemas.params === undefined) return params
      const converted = { ...params }
      const found = fromText(schemas.params)(converted)
      if (found)
        throw new ApiError('record_not_found', {
          detail: `No [${path}]: ${errors_in_line(violationsOf(found).errors)}`,
        })
      return converted
    },
    query({ schemas }, query) {
      if (schemas.query === undefined) return query
      requireKnown(query, schemas.query)
      if (schemas.query === NO_QUERY) return query
      requireSingle(query, schemas.query)
      const converted = { ...query }
      const found = fromText(schemas.query)(converted)
      if (found) throw new ApiError('query_malformed', told(found))
      return converted
    },
    body({ schemas, declaration, method }, body, caller) {
      if (isTooDeep(body)) throw tooDeep()
      const given = schemas.body === undefined ? body : ownBody(body, schemas.body)
      const check = schemas.body && checkOf(schemas.body)
      // Ajv checks conditions before it fills in defaults, so the first pass fills them in for the second.
      if (schemas.body?.allOf !== undefined) check?.(given)
      const violations = check?.(given) ?? []
      const counting = caller ? withoutLocked(violations, declaration, caller) : violations
      const found = counting.length > 0 ? counting : unstorableText(given)
      if (found) throw new ApiError('validation_failed', told(found, method === 'PATCH' ? undefined : schemas.body))
      return given
    },
    record({ schemas }, record) {
      const found = schemas.record && asIs(schemas.record)(record)
      if (found) throw new ApiError('validation_failed', told(found))
    },
    response({ schemas, name }, value) {
      const sent = value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)
      const found = schemas.response && asIs(schemas.response)(sent)
      if (!found) return
      throw new ApiError('response_invalid', {
        detail: `The answer of [${name}] does not match its response schema: ${sent === undefined ? NOTHING : mismatches(found)}.`,
      })
    },
    saved({ name, owner, transaction }, changes) {
      // Without a transaction, it is too late to refuse it.
      if (owner === 'platform' || !transaction) return
      for (const { schema, table, id, after } of changes) {
        const found = after && asIs(schema)(JSON.parse(JSON.stringify(after)))
        if (!found) continue
        throw new ApiError('response_invalid', {
          detail: `[${name}] saved a record that its schema refuses, [${id}] of [${table}]: ${mismatches(found)}. Nothing was saved. Check the values before they are passed to the store, which does not: a schema of the body does.`,
        })
      }
    },
    mayBeEmpty: ({ schemas }) => schemas.response === undefined || !asIs(schemas.response)(undefined),
  }
}

const NOTHING =
  'the handler returned nothing. Return what the schema describes, or throw an ApiError, such as one with the status 404 if there is no record'

/** Names the members for the handler's author, who has no form: `[/0/length] must be integer`. */
const mismatches = (found: readonly ErrorObject[]) =>
  found
    .slice(0, 5)
    .map(({ instancePath, message = 'is wrong' }) => `${instancePath === '' ? 'it' : `[${instancePath}]`} ${message}`)
    .join('; ')

/**
 * Closes a schema: its objects accept only the members they name, so misspelt members are refused rather than dropped. Objects that declare
 * their other members stay as they are.
 */
export function closedSchema(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema
  const closed: Record<string, unknown> = { ...schema }
  if (isObject(items)) closed.items = closedSchema(items)
  if (!isObject(properties)) return closed
  closed.properties = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closedMember(each)]))
  if (!OPEN.some((keyword) => keyword in schema)) closed.additionalProperties = false
  return closed
}

/** Keywords with which an object already declares its other members. */
const OPEN = ['additionalProperties', 'unevaluatedProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref']

const closedMember = (schema: unknown) => (isObject(schema) ? closedSchema(schema) : schema)

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A field that the caller may not set may be absent if the record already has it. A new record cannot be created without it.
 * @throws ApiError 403 `permission_denied`
 */
function withoutLocked(
  found: readonly ErrorObject[],
  { store, kind }: Operation['declaration'],
  caller: Caller,
): readonly ErrorObject[] {
  if (found.length === 0 || store === undefined) return found
  const locked = locked_fields(store, caller)
  const isLocked = ({ keyword, instancePath, params }: ErrorObject) =>
    keyword === 'required' && instancePath === '' && locked.has(String(params.missingProperty))
  const missing = found.find(isLocked)
  if (missing === undefined) return found
  if (kind === 'create') throw cannotSet(String(missing.params.missingProperty))
  const left = found.filter((error) => !isLocked(error))
  return left.every(({ keyword }) => keyword === 'if') ? [] : left
}

const cannotSet = (name: string) =>
  new ApiError('permission_denied', {
    detail: `A new record needs the field [${name}], and your roles do not let you set it. Ask an operator for a role that does.`,
  })

type Params = Readonly<Record<string, string>>

/**
 * Copies the body before defaults are filled in, so the request stays as sent. A missing body becomes an empty object
 * if the schema expects one.
 */
function ownBody(body: unknown, { type }: JsonSchema): unknown {
  if (body === undefined && type === 'object') return {}
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : body
}

const tooDeep = () =>
  new ApiError('body_malformed', {
    detail: `The body is nested more than [${DEEPEST}] levels deep. Send flatter JSON.`,
  })

function told(...found: Parameters<typeof violationsOf>) {
  const violations = violationsOf(...found)
  return { detail: errors_in_line(violations.errors), ...violations }
}

/** Refuses a query with an unknown parameter instead of ignoring it. */
function requireKnown(query: RawQuery, schema: { properties?: object; additionalProperties?: unknown }): void {
  if (schema.additionalProperties !== undefined) return
  const names = Object.keys(schema.properties ?? {})
  for (const name of Object.keys(query)) {
    if (names.includes(name)) continue
    const nearest = nearest_name(name, names)
    const hint = nearest === undefined ? '' : ` Did you mean [${nearest}]?`
    const known = names.length > 0 ? `This operation accepts ${names.join(', ')}.` : 'This operation accepts none.'
    throw new ApiError('query_unknown', { detail: `Unknown query parameter [${name}].${hint} ${known}` })
  }
}

/** Refuses a parameter that is given several times, unless its schema may take a list. */
function requireSingle(
  query: RawQuery,
  { properties = {} }: { properties?: Readonly<Record<string, JsonSchema>> },
): void {
  for (const [name, { type, enum: values }] of Object.entries(properties)) {
    const isSingle = type === undefined ? values !== undefined : ![type].flat().includes('array')
    if (isSingle) single_value(query, name)
  }
}
