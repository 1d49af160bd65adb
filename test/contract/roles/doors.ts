import { record_schemas } from '@atrium/sdk'
import type { TestHost } from '../../../host/testing/index.ts'
import { toolName } from '../../../host/core/tools/tool-name.ts'
import type { Operation } from '../../../host/core/registries/index.ts'
import type { Agent } from '../../helpers/connect-agent.ts'
import type { TestSocket } from '../../helpers/test-socket.ts'
import { sampleOf } from './sample.ts'
import type { Row } from './reference.ts'

/** Somebody who walks through the doors. */
export interface Visitor {
  ask(path: string, init?: { method?: string; json?: unknown; headers?: Record<string, string> }): Promise<Reading>
  asOperator(path: string): Promise<Reading>
  agent(): Promise<Agent>
  socket(): Promise<TestSocket>
}

/** What a door gave: the status, and everything that was said. */
export interface Reading {
  readonly status: number
  readonly text: string
}

/** One way to read or change records, found in a registry. */
export interface Door {
  /** `GET /api/v1/ledger/entries?_sort=name`, `tool ledger_newest`, `message ledger extra.get`. */
  readonly name: string
  /** Without it nobody comes through. Undefined: everybody does. */
  readonly permission: string | undefined
  /** The permissions whose records it may show: its own, and those of the operations that it calls. */
  readonly shows: readonly string[]
  /** Whether it may change something. */
  readonly changes: boolean
  /** How an operation of the record kit works, which decides whether rules about fields apply to what it writes. */
  readonly kind?: string
  /** Whether all that the caller sees has to be there, because nothing is selected. */
  readonly complete: boolean
  /** Goes through. @param values of a record that the visitor sends where a schema asks for them */
  visit(by: Visitor, values: Row): Promise<Reading>
}

/** What each registry holds that shows or changes records. A new registry has to say it here. */
const REGISTRIES: Readonly<Record<string, 'doors' | 'screens' | 'nothing'>> = {
  operations: 'doors',
  tools: 'doors',
  namespaces: 'doors',
  dashboards: 'screens',
  forms: 'screens',
  panels: 'doors',
  resources: 'nothing', // where a record of a type is shown, by path
  findings: 'nothing', // of operators
  vitals: 'nothing', // of operators
  plugins: 'nothing',
  version: 'nothing',
}

interface Sought {
  readonly owners: readonly string[]
  readonly rows: readonly Row[]
  /** The tools that an operator's agent is offered. */
  readonly tools: Awaited<ReturnType<Agent['tools']>>
}

/** All doors of some plugins. @throws Error for a registry or a tool that nobody reads */
export function doorsOf(
  { registries }: Pick<TestHost, 'registries'>,
  { owners, rows, tools }: Sought,
): readonly Door[] {
  const unknown = Object.keys(registries).filter((name) => !(name in REGISTRIES))
  if (unknown.length > 0) throw new Error(`The registry [${unknown.join()}] is read by no door of this test.`)
  const operations = owners.flatMap((owner) => registries.operations.list(owner))
  const own = registries.tools.list().filter(({ owner }) => owners.includes(owner))
  const targets = new Map<string, ToolTarget>([
    ...operations.map((each) => [toolName(each, registries.operations.list(each.owner)), each] as const),
    ...own.map(({ name, permission, read_only }) => [name, { name, permission, reads: read_only }] as const),
  ])
  const offered = [...tools].filter(([name]) => owners.some((owner) => name.startsWith(`${owner}_`)))
  const strange = offered.filter(([name]) => !targets.has(name))
  if (strange.length > 0)
    throw new Error(`The tools [${strange.map(([name]) => name).join()}] are read by no door of this test.`)
  return [
    ...operations.flatMap((operation) => operationDoors(operation, rows)),
    ...offered.flatMap(([name, { inputSchema }]) => {
      const target = targets.get(name)
      return target ? [toolDoor(name, { ...target, inputSchema })] : []
    }),
    ...registries.namespaces
      .list()
      .flatMap((namespace) => (owners.includes(namespace.owner) ? messageDoors(namespace) : [])),
    ...panelDoors(registries, owners),
  ]
}

/** How often a busy machine may keep a door from answering in time. */
const MOST_TIMES = 30

/**
 * Asks again while the answer is that there was no time for one: 503 or 504, of which nothing is left. That says nothing about rights, so it is
 * neither a difference nor a pass.
 * @throws Error if there is no other answer
 */
export async function patiently(name: string, ask: () => Promise<Reading>): Promise<Reading> {
  for (let times = 1; ; times += 1) {
    const reading = await ask()
    if (reading.status !== 503 && reading.status !== 504) return reading
    if (times === MOST_TIMES) throw new Error(`[${name}] had no time to answer, ${times} times: ${reading.text}`)
  }
}

/** What the handlers of the ledger call: the permissions of the records that such an answer shows besides its own. */
const CONTINUED: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/ledger/mine': ['ledger.entries.view'],
  'GET /api/v1/ledger/entries/{id}/record': ['desk.notes.view'],
}

/** The ids of records that are asked for where a path or a schema wants one. */
const IDS = [2, 7] as const

/** The body of a change of many records: with one set of values, or each record with its own. */
const changing = (json: { records?: readonly number[] }, changes: unknown) =>
  json.records ? { records: json.records.map((id) => ({ id, changes })) } : { ...json, changes }

function operationDoors(operation: Operation, rows: readonly Row[]): readonly Door[] {
  const { method, path, permission, reads, declaration, schemas } = operation
  const { kind, store } = declaration
  const shows = showsOf(operation)
  const door = (name: string, visit: Door['visit'], complete = false): Door => ({
    ...{ name, permission, shows, changes: !reads, kind, complete, visit },
  })
  if (kind === 'restore') return [door(operation.name, (by) => restore(by, operation))]
  const { changes } = (schemas.body as { properties?: { changes?: object } } | undefined)?.properties ?? {}
  // It writes what a PATCH of each record would.
  if (kind === 'bulk' && changes !== undefined)
    return [{ filter: '' }, { ids: IDS }, { records: IDS }].map((json) => ({
      ...door(`${operation.name} ${JSON.stringify(json)}`, (by, values) =>
        by.ask(path, { method, json: changing(json, sampleOf(changes, values)) }),
      ),
      kind: 'update',
    }))
  // Each of its records is created as by a POST of its own.
  if (kind === 'import' && declaration.record !== undefined) {
    const { create } = record_schemas(declaration.record)
    const visit: Door['visit'] = (by, values) => by.ask(path, { method, json: { records: [sampleOf(create, values)] } })
    return [{ ...door(operation.name, visit), kind: 'create' }]
  }
  if (kind === 'bulk')
    return [{ filter: '' }, { ids: IDS }].map((json) =>
      door(`${operation.name} ${JSON.stringify(json)}`, (by) => by.ask(path, { method, json })),
    )
  const addresses = path.includes('{') ? IDS.map((id) => path.replaceAll(/\{\w+\}/g, String(id))) : [path]
  const plain = addresses.map((address) => {
    const visit: Door['visit'] = (by, values) => {
      const json = schemas.body && sampleOf(schemas.body, values)
      return by.ask(address, { method, ...(json !== undefined && { json }) })
    }
    return door(`${method} ${address}`, visit, reads)
  })
  const { rules } = store ?? {}
  if (kind !== 'list' || rules === undefined) return plain
  const queries = [
    ...(rules.sort ?? []).flatMap((field) => [`_sort=${field}`, `_sort=${field}&_order=desc`]),
    ...(rules.filter ?? []).map((field) => `${field}=${encodeURIComponent(text(rows[1]?.[field]))}`),
    ...(rules.search ?? []).map((field) => `q=${encodeURIComponent(text(rows[4]?.[field] ?? field))}`),
    ...(rules.summarize ?? []).map((field) => `_summary=${field}&_limit=0`),
    '_page=2&_limit=3',
  ]
  const asked = queries.map((query) => door(`GET ${path}?${query}`, (by) => by.ask(`${path}?${query}`)))
  const csv = door(`GET ${path} as CSV`, (by) => by.ask(path, { headers: { accept: 'text/csv' } }), true)
  return [...plain, ...asked, csv]
}

const showsOf = ({ name, permission }: Pick<Operation, 'name' | 'permission'>) => [
  ...(permission === undefined ? [] : [permission]),
  ...(CONTINUED[name] ?? []),
]

const text = (value: unknown) => (Array.isArray(value) ? String(value[0]) : String(value))

/** Restores the first change of a record, which stands at the end of its history. */
async function restore(by: Visitor, { method, path }: Operation): Promise<Reading> {
  const [list = ''] = path.replace('{id}', String(IDS[0])).split('/{')
  const { text: found } = await by.asOperator(list)
  const entries = JSON.parse(found) as { id: number }[]
  return by.ask(`${list}/${entries.at(-1)?.id ?? 0}/restore`, { method })
}

type ToolTarget = Pick<Operation, 'name' | 'permission' | 'reads'>

function toolDoor(name: string, target: ToolTarget & { readonly inputSchema: object }): Door {
  const { permission, reads, inputSchema } = target
  return {
    ...{ name: `tool ${name}`, permission, shows: showsOf(target), changes: !reads, complete: reads },
    visit: async (by, values) => {
      const agent = await by.agent()
      const given = sampleOf(inputSchema, { ...values, id: IDS[0] }) as Record<string, unknown>
      return patiently(name, async () => {
        const answer = await agent.call(name, given)
        // The text of a failure says what its structured content does, without the number of the request.
        const said = JSON.stringify(answer.isError ? answer.content : (answer.structuredContent ?? answer.content))
        return { status: answer.isError ? statusIn(said) : 200, text: said }
      })
    },
  }
}

const statusIn = (failure: string) => Number(/\((\d{3})\):/.exec(failure)?.[1] ?? 500)

type Namespaces = ReturnType<TestHost['registries']['namespaces']['list']>

function messageDoors({ name, rules }: Namespaces[number]): readonly Door[] {
  return Object.entries(rules).map(([type, { permission, payload, read_only }]) => ({
    ...{ name: `message ${name} ${type}`, permission, shows: [permission], changes: !read_only, complete: false },
    visit: async (by, values) => {
      const socket = await by.socket()
      const given = sampleOf(payload, { ...values, id: IDS[0] })
      return patiently(type, async () => {
        const answer = await socket.ask({ namespace: name, type, payload: given })
        const status = answer.type === 'error' ? Number(answer.payload.status) : 200
        return { status, text: withoutIds(JSON.stringify(answer.payload)) }
      })
    },
  }))
}

/** What a panel shows of all plugins: it needs no permission of theirs, and shows what their operations show. */
function panelDoors(
  { panels, dashboards, operations, resources }: TestHost['registries'],
  owners: readonly string[],
): readonly Door[] {
  const behind = (path: string | undefined) => {
    const match = path === undefined ? undefined : operations.match('GET', path)
    return match && 'operation' in match ? showsOf(match.operation) : []
  }
  return panels.materialized().flatMap(({ id }) => {
    const modules = dashboards.manifests(id).filter(({ plugin }) => owners.includes(plugin.id))
    if (modules.length === 0) return []
    const items = modules.flatMap(({ navigation }) => navigation.flatMap((group) => group.items))
    const badges = items.flatMap((item) => behind(item.badge_path))
    const lists = resources.list().flatMap((each) => behind(each.list_path))
    const door = (what: string, shows: readonly string[]): Door => ({
      ...{ name: `panel ${id} ${what}`, permission: undefined, shows, changes: false, complete: false },
      visit: (by) => whole(by, `/api/v1/panels/${id}/${what}`),
    })
    return [door('badges', badges), door('search?q=s5', lists), door('search?q=n1', lists)]
  })
}

/** Asks again while a busy machine makes a panel say that a search or a badge is late. */
async function whole(by: Visitor, path: string): Promise<Reading> {
  for (let times = 1; ; times += 1) {
    const reading = await by.ask(path)
    if (times === 20 || !/"reason":"late"|:null[,}]/.test(reading.text)) return reading
  }
}

/** Each request has its own id, in answers and problems. */
export const withoutIds = (said: string) => said.replaceAll(/"(request_id|instance)":"[^"]*"/g, '"$1":""')
