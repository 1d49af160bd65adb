import type { Random } from '@atrium/sdk'
import type { Description, Parameter, Schema, Target } from './description.ts'
import { randomValue, type Making } from './random-value.ts'
import type { SeenRecords } from './seen-records.ts'

/** A request as it is sent. */
export interface GeneratedRequest {
  readonly target: Target
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

interface Sources {
  readonly random: Random
  readonly description: Description
  readonly seen: SeenRecords
  readonly token: string
}

/** Makes a request of an operation: mostly a valid one, sometimes one that a careless or hostile program would send. */
export function randomRequest(target: Target, { random, description, seen, token }: Sources): GeneratedRequest {
  const hostility = random.chance(0.35) ? random.pick([0.05, 0.2, 0.6]) : 0
  const knownId = (name: string) => seen.idFor(name, random)
  const making: Making = { random, description, hostility, knownId }
  const parameters = target.parameters ?? []
  const path = target.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(name, { target, making, seen }))
  const query = queryOf(parameters, making)
  const { headers, body } = bodyOf(target, making)
  return {
    target,
    path: query === '' ? path : `${path}?${query}`,
    headers: { ...authorization(token, random), ...headerValues(parameters, { making, seen, path }), ...headers },
    ...(body !== undefined && { body }),
  }
}

function pathValue(
  name: string,
  { target, making, seen }: { target: Target; making: Making; seen: SeenRecords },
): string {
  const { random } = making
  const schema = target.parameters?.find((parameter) => parameter.name === name)?.schema ?? {}
  const list = target.path.slice(0, target.path.indexOf(`/{${name}}`))
  const known = random.chance(0.85) ? seen.idOf(list, random) : undefined
  const value = random.chance(making.hostility)
    ? random.pick(HOSTILE_PARTS)
    : (known ?? randomValue(schema, making, name))
  // An empty part or a dot would be another path.
  return encodeURIComponent(text(value).replace(/^\.{0,2}$/, '0'))
}

const HOSTILE_PARTS = [
  '%',
  '0',
  '-1',
  '1.5',
  '1e3',
  ' ',
  '\0',
  'null',
  '9'.repeat(30),
  'a'.repeat(3_000),
  "1' OR 1=1",
  '7/8',
]

/** At most four parameters: with all of them, nothing would ever match. */
function queryOf(parameters: readonly Parameter[], making: Making): string {
  const { random, hostility } = making
  const all = parameters.filter(({ in: place }) => place === 'query')
  const optional = random.sample(
    all.filter(({ required }) => required !== true),
    random.integer(0, 4),
  )
  const query = new URLSearchParams()
  for (const { name, schema } of [...all.filter(({ required }) => required === true), ...optional]) {
    const value = name === '_sort' && hostility === 0 ? 'id' : randomValue(schema, making, name)
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) query.append(name, text(each))
  }
  if (random.chance(hostility / 2)) query.append(random.pick(['surprise', '__proto__', '_embed', '']), 'x')
  return query.toString()
}

/** A lone surrogate cannot be sent in a URL. */
const text = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\p{Surrogate}/gu, '\uFFFD')

function authorization(token: string, random: Random): Record<string, string> {
  return random.chance(0.01) ? {} : { authorization: random.chance(0.005) ? 'Bearer nobody' : `Bearer ${token}` }
}

function headerValues(
  parameters: readonly Parameter[],
  { making, seen, path }: { making: Making; seen: SeenRecords; path: string },
): Record<string, string> {
  const { random } = making
  const asked = parameters.filter(({ in: place }) => place === 'header' && random.chance(0.3))
  return Object.fromEntries(asked.map(({ name }) => [name, headerValue(name, { random, tag: seen.tagOf(path) })]))
}

function headerValue(name: string, { random, tag }: { random: Random; tag: string | undefined }): string {
  if (name === 'Idempotency-Key')
    return random.chance(0.9)
      ? `key-${random.integer(1, 1e9)}`
      : random.pick(['', '"x"', 'key-1', 'é', 'k'.repeat(300)])
  return tag !== undefined && random.chance(0.7)
    ? tag
    : random.pick(['*', '"1.1"', 'W/"1.1"', '"', 'nothing', '"1.1", "2.1"'])
}

function bodyOf(
  { requestBody, method }: Target,
  making: Making,
): { headers: Record<string, string>; body?: string | FormData } {
  const { random, hostility } = making
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody?.content ?? {})
  if (type === 'multipart/form-data') return { headers: {}, body: formOf(schema, making) }
  if (type === '' && (method === 'GET' || !random.chance(hostility))) return { headers: {} }
  const json = { 'content-type': 'application/json' }
  if (random.chance(hostility / 3))
    return random.pick([
      { headers: json, body: '{"open": ' },
      { headers: { 'content-type': 'text/plain' }, body: 'text' },
      { headers: json, body: '' },
    ])
  return { headers: json, body: JSON.stringify(randomValue(schema, making)) }
}

function formOf({ properties = {}, required = [] }: Schema, making: Making): FormData {
  const { random, hostility } = making
  const form = new FormData()
  for (const [name, schema] of Object.entries(properties)) {
    if (random.chance(hostility) || !(required.includes(name) || random.chance(0.5))) continue
    if (schema.format === 'binary')
      form.append(name, new Blob([random.pick(FILES)]), random.pick(['a.png', 'ü/../b.csv', 'x'.repeat(300)]))
    else form.append(name, text(randomValue(schema, making, name)))
  }
  return form
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const FILES: readonly (string | Buffer)[] = [
  Buffer.from(PNG, 'base64'),
  '%PDF-1.4\n%%EOF',
  'kind,given_name,family_name\nperson,Ada,Lovelace\nperson,,\n',
  'kind;given_name\n"person',
  '',
]
