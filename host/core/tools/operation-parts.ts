import { ApiError, nearest_name, type RawQuery } from '@atrium/sdk'
import { errors_in_line, list_of } from '@atrium/sdk/host'
import { agentBody, hasMembers } from '../openapi/index.ts'
import type { OperationRequest } from '../operations/index.ts'
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
  const { path, schemas, declaration } = operation
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const { properties = {} } = (schemas.query ?? {}) as { properties?: object }
  const inQuery = Object.keys(properties)
  requireAll(inPath, given)
  const params = textOf(pick(given, (name) => inPath.includes(name)))
  const rest = pick(given, (name) => !inPath.includes(name))
  if (list_of(declaration) !== undefined) return { params, query: queryOf(rest), body: undefined }
  const query = queryOf(pick(rest, (name) => inQuery.includes(name)))
  const members = pick(rest, (name) => !inQuery.includes(name))
  const body = agentBody(operation)
  if (body !== undefined && hasMembers(body)) return { params, query, body: members }
  const known = [...inPath, ...inQuery, ...(body === undefined ? [] : ['body'])]
  refuseAll(
    Object.keys(members).filter((name) => !known.includes(name)),
    known,
  )
  if (schemas.body !== undefined) requireAll(['body'], members)
  return { params, query, body: body && members.body }
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

function requireAll(names: readonly string[], given: ToolArguments): void {
  const missing = names.filter((name) => given[name] === undefined || given[name] === null || given[name] === '')
  if (missing.length > 0) throw invalid(missing, 'Required')
}

function refuseAll(names: readonly string[], known: readonly string[]): void {
  const [first] = names
  if (first === undefined) return
  const nearest = nearest_name(first, known)
  throw invalid(
    names,
    nearest === undefined ? 'There is no such field' : `There is no such field; did you mean [${nearest}]?`,
  )
}

function invalid(names: readonly string[], message: string): ApiError {
  const errors = Object.fromEntries(names.map((name) => [name, message]))
  return new ApiError('validation_failed', { detail: errors_in_line(errors), errors })
}
