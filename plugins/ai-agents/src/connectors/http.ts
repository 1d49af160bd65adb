import { invalidField } from '../sealed-store.ts'
import type { ToolAnswer } from '../tools/tool-source.ts'
import type { HttpOperation, HttpParameter, ToolDefinition } from './definition.ts'
import { operationsOf } from './openapi.ts'
import type { Reach } from './reach.ts'

type Values = Readonly<Record<string, unknown>>

/** The operations of an API, each as a tool: from the pasted document, or from the one at its address. @throws ApiError */
export async function apiTools(reach: Reach): Promise<readonly ToolDefinition[]> {
  const { document, document_url } = reach.connector
  return operationsOf(parsed(document ?? (await load(document_url ?? '', reach)), reach))
}

async function load(address: string, reach: Reach): Promise<string> {
  const response = await reach.fetch(address, { headers: { accept: 'application/json' } })
  if (!response.ok) throw Object.assign(new Error('for its OpenAPI document'), { status: response.status })
  return response.text()
}

function parsed(text: string, reach: Reach): Values {
  const fail = (about: string) => reach.error('connector_document_invalid', about)
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw fail('has no OpenAPI document in JSON. Convert YAML to JSON first')
  }
  const { openapi, paths } = (document ?? {}) as { openapi?: unknown; paths?: unknown }
  if (typeof openapi === 'string' && /^3\.[01]\./.test(openapi) && typeof paths === 'object' && paths !== null)
    return document as Values
  const version = typeof openapi === 'string' ? openapi.slice(0, 20) : 'none'
  throw fail(`has no OpenAPI document of version 3.0 or 3.1 with paths (version: ${version})`)
}

/** Sends the request of an accepted operation, below the address of the connector. @throws ApiError also for refusals of the API */
export async function callApi(
  { name, operation }: Pick<ToolDefinition, 'name' | 'operation'>,
  input: Values,
  reach: Reach,
): Promise<ToolAnswer> {
  if (operation === undefined) throw new TypeError(`[${name}] is no operation.`)
  const { connector } = reach
  const body = operation.has_body && input.body !== undefined ? { body: JSON.stringify(input.body) } : {}
  const headers = { accept: 'application/json', ...headersOf(operation, input) }
  const response = await reach.fetch(addressOf(operation, input, connector.url), {
    ...{ method: operation.method, ...body, redirect: 'error' },
    headers: { ...headers, ...(body.body !== undefined && { 'content-type': 'application/json' }) },
  })
  const text = await response.text()
  if (response.ok) return answerOf(text, response)
  throw reach.error('connector_tool_failed', `answered ${response.status} to [${name}]`, text)
}

function answerOf(text: string, { headers, status }: Response): ToolAnswer {
  if (text === '') return { text: `Done (${status}).` }
  if (!/[/+]json\b/.test(headers.get('content-type') ?? '')) return { text }
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    return { text }
  }
}

const given = ({ parameters }: HttpOperation, place: HttpParameter['in'], input: Values) =>
  parameters.filter((each) => each.in === place && input[each.name] !== undefined)

const headersOf = (operation: HttpOperation, input: Values) =>
  Object.fromEntries(given(operation, 'header', input).map(({ name }) => [name, headerText(input[name])]))

/** The text for a header in one line, so that it cannot add another header. */
const headerText = (value: unknown) => textOf(value).replaceAll(/[^\x20-\x7e]/g, ' ')

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The address of a request. Each argument fills one segment, so that none can lead to another path. */
function addressOf(operation: HttpOperation, input: Values, base: string): URL {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => segmentOf(name, input[name]))
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  for (const { name } of given(operation, 'query', input)) {
    const value = input[name]
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, textOf(each))
  }
  return url
}

function segmentOf(name: string, value: unknown): string {
  const text = value === undefined ? '' : textOf(value)
  if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text)
  throw invalidField(`/${name}`, 'Enter a value that can stand in a path')
}
