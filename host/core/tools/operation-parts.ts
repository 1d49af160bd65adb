import { ApiError, type RawQuery } from '@atrium/sdk'
import { errors_in_line, list_of } from '@atrium/sdk/host'
import { agentBody, hasMembers, listDialect } from '../openapi/index.ts'
import { closedSchema, type OperationRequest, unknownField } from '../operations/index.ts'
import type { Operation } from '../registries/index.ts'

export type ToolArguments = Readonly<Record<string, unknown>>

type Parts = Pick<OperationRequest, 'params' | 'query' | 'body'>

/**
 * Splits the arguments of an agent into params, query and body of the operation: the reverse of `toolInput`. The
 * operation validates them.
 * @throws ApiError 422 `validation_failed` for a missing path parameter, or an argument that the operation does not
 * accept
 */
export function operationParts(operation: Operation, given: ToolArguments): Parts {
  const { schemas, declaration } = operation
  const { inPath, inQuery } = namesOf(operation)
  requireAll(inPath, given, () => unknownOf(operation, given))
  const params = textOf(pick(given, (name) => inPath.includes(name)))
  const rest = pick(given, (name) => !inPath.includes(name))
  if (list_of(declaration) !== undefined) return { params, query: queryOf(rest), body: undefined }
  const query = queryOf(pick(rest, (name) => inQuery.includes(name)))
  const members = pick(rest, (name) => !inQuery.includes(name))
  const body = agentBody(operation)
  if (body !== undefined && hasMembers(body)) return { params, query, body: members }
  const known = [...inPath, ...inQuery, ...(body === undefined ? [] : ['body'])]
  const unknown = strangers(members, known)
  if (Object.keys(unknown).length > 0) throw invalid(unknown)
  if (schemas.body !== undefined) requireAll(['body'], members)
  return { params, query, body: body && members.body }
}

/** The names of the parameters in the path, and of the declared ones after `?`. */
function namesOf({ path, schemas }: Operation) {
  const { properties = {} } = (schemas.query ?? {}) as { properties?: object }
  return { inPath: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name), inQuery: Object.keys(properties) }
}

const pick = (given: ToolArguments, is: (name: string) => boolean): ToolArguments =>
  Object.fromEntries(Object.entries(given).filter(([name]) => is(name)))

const textOf = (params: ToolArguments) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

/** Converts to the strings of a URL; `null` counts as absent. */
function queryOf(given: ToolArguments): RawQuery {
  const members = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(
    members.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
}

/** @param unknown makes the messages of unknown arguments, so that one error names everything that is wrong */
function requireAll(names: readonly string[], given: ToolArguments, unknown: () => Messages = () => ({})): void {
  const missing = names.filter((name) => given[name] === undefined || given[name] === null || given[name] === '')
  if (missing.length === 0) return
  throw invalid({ ...Object.fromEntries(missing.map((name) => [name, 'Required'])), ...unknown() })
}

/** The messages of the arguments that an operation does not accept. Empty if its body accepts any. */
function unknownOf(operation: Operation, given: ToolArguments): Messages {
  const list = list_of(operation.declaration)
  const body = agentBody(operation)
  const isClosed = body === undefined || !hasMembers(body) || closedSchema(body).additionalProperties === false
  if (!isClosed) return {}
  const members = body !== undefined && hasMembers(body) ? Object.keys(body.properties ?? {}) : ['body']
  const inList = list === undefined ? [] : listDialect(list).map(({ name }) => name)
  const { inPath, inQuery } = namesOf(operation)
  const known = [...inPath, ...inQuery, ...inList, ...(body === undefined ? [] : members)]
  return strangers(given, known)
}

type Messages = Readonly<Record<string, string>>

function strangers(given: ToolArguments, known: readonly string[]): Messages {
  const names = Object.keys(given).filter((name) => !known.includes(name))
  return Object.fromEntries(names.map((name) => [name, unknownField(name, known)]))
}

const invalid = (errors: Messages) => new ApiError('validation_failed', { detail: errors_in_line(errors), errors })
