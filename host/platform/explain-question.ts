import { ApiError, type Caller, type Static, Type } from '@atrium/sdk'
import type { Screen } from '@atrium/sdk/documents'
import { as_caller, meets_condition, record_fields, tables_of_store, visible_rules } from '@atrium/sdk/host'
import { type AskedRecord, conditionFields, type Role } from '../core/auth/index.ts'
import { held, presentRequest, requirePermission } from '../core/operations/index.ts'
import type { Operation, Registries } from '../core/registries/index.ts'

/** What is asked, and about whom. */
export const ExplainQuery = Type.Object({
  person: Type.Optional(
    Type.String({ minLength: 1, description: 'The id or the e-mail of a person or service account' }),
  ),
  role: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The id of a role, instead of a person: as if it were the only one that the caller holds',
    }),
  ),
  token: Type.Optional(Type.String({ description: 'The id of one of their tokens, which may do less' })),
  permission: Type.Optional(Type.String({ description: 'clients.clients.view; of a record, default: to view it' })),
  operation: Type.Optional(Type.String({ description: 'GET /api/v1/clients/clients' })),
  record: Type.Optional(Type.String({ description: 'The path of a record: /api/v1/clients/clients/7' })),
  path: Type.Optional(
    Type.String({ description: 'A screen, a list or a record: /operations/clients/7, /api/v1/clients/clients' }),
  ),
  field: Type.Optional(Type.String({ description: 'A field of the record or of the list' })),
  to: Type.Optional(Type.Enum(['see', 'change'], { description: 'What is wanted of the field. Default: see' })),
})
export type ExplainQuery = Static<typeof ExplainQuery>

/** What a question is about, once its paths are looked up. */
export interface Asked {
  readonly permission: string
  readonly list?: string
  readonly record?: AskedRecord
  /** A field that a role limits the record by, and that the person who asks does not see. Undefined: none. */
  readonly unseenField?: (role: Pick<Role, 'conditions'>) => string | undefined
}

/** Where a question is answered, and who asks it. */
interface Asking {
  readonly registries: Registries
  readonly caller: Caller
}

/**
 * Looks up what a question names.
 * @throws ApiError `query_malformed`; `permission_denied` and `record_not_found` for a record that the person who asks does not reach
 */
export async function questionOf(query: ExplainQuery, asking: Asking): Promise<Asked> {
  const { registries } = asking
  if (query.record !== undefined) return recordAsked(query.record, query, asking)
  const asked = query.path === undefined ? namedAsked(query, registries) : await pathAsked(query.path, query, asking)
  if (query.field === undefined || asked.record !== undefined || asked.list !== undefined) return asked
  throw wrong('field', 'Name the record too: record=/api/v1/clients/clients/7.')
}

function namedAsked({ permission, operation: name }: ExplainQuery, registries: Registries): Asked {
  if (permission !== undefined) return { permission }
  if (name === undefined) throw wrong('permission', 'Name a permission, a path, an operation or a record to ask about.')
  const [method = '', path = ''] = name.split(' ')
  const operation = matched(registries, method.toUpperCase(), path)?.operation
  if (operation) return { permission: neededBy(operation, name) }
  throw wrong(
    'operation',
    `There is no operation [${name}]. Write a method and a path, such as GET /api/v1/clients/clients.`,
  )
}

/** A path of the REST interface, or of a screen. */
async function pathAsked(path: string, query: ExplainQuery, asking: Asking): Promise<Asked> {
  const bare = path.replace(/[?#].*$/, '')
  if (!bare.startsWith('/api/')) return screenAsked(bare, query, asking)
  const operation = matched(asking.registries, 'GET', bare)?.operation
  if (operation === undefined)
    throw wrong('path', `Nothing answers [${path}]. Write the path of a screen, a list or a record.`)
  const { kind } = operation.declaration
  const table = tableOf(operation)
  if (kind === 'read' && table) return recordAsked(bare, query, asking)
  const permission = query.permission ?? neededBy(operation, path)
  return kind === 'list' && table ? { permission, list: table.table } : { permission }
}

/** A screen with a record is about that record, one with a list about the list. */
async function screenAsked(path: string, query: ExplainQuery, asking: Asking): Promise<Asked> {
  const { registries } = asking
  const { screen, id, panel_id } = screenAt(path, registries)
  const permission = query.permission ?? screen.permission
  const resource = registries.resources.list(panel_id).find((each) => each.id === screen.resource_id)
  const listPath = resource?.list_path.replace(/\?.*$/, '')
  const data =
    listPath === undefined ? undefined : id === undefined ? listPath : `${listPath}/${encodeURIComponent(id)}`
  const operation =
    data === undefined || screen.kind === 'create' ? undefined : matched(registries, 'GET', data)?.operation
  const isData = operation !== undefined && ['read', 'list'].includes(operation.declaration.kind ?? '')
  if (data !== undefined && isData)
    return pathAsked(data, { ...query, ...(permission !== undefined && { permission }) }, asking)
  if (permission !== undefined) return { permission }
  throw wrong('path', `The screen [${path}] needs no permission of its own. Ask about one of the lists on it.`)
}

interface FoundScreen {
  readonly screen: Screen
  readonly panel_id: string
  readonly id: string | undefined
}

function screenAt(path: string, { dashboards }: Registries): FoundScreen {
  const wanted = path.split('/')
  const found = dashboards.manifests().flatMap(({ panel_id, screens }): FoundScreen[] =>
    screens.flatMap((screen) => {
      const pattern = screen.path.split('/')
      const matches =
        pattern.length === wanted.length && pattern.every((part, at) => part === ':id' || part === wanted[at])
      return matches ? [{ screen, panel_id, id: wanted[pattern.indexOf(':id')] }] : []
    }),
  )
  const [first] = [...found.filter(({ id }) => id === undefined), ...found]
  if (first) return first
  throw wrong('path', `No active plugin has a screen at [${path}]. Copy the path from the address bar.`)
}

/** Reads the record as the person who asks, who is told nothing about records beyond their own reach. */
async function recordAsked(path: string, { permission, to }: ExplainQuery, asking: Asking): Promise<Asked> {
  const { registries, caller } = asking
  const match = matched(registries, 'GET', path)
  const { store, kind } = match?.operation.declaration ?? {}
  if (match === undefined || kind !== 'read' || store === undefined) {
    const detail = `[${path}] is not a record. Write the path that reads one, such as /api/v1/clients/clients/7.`
    throw wrong('record', detail)
  }
  const { operation, params } = match
  requirePermission(operation, caller)
  const id = Object.values(params).at(-1) ?? ''
  // The roles count that let somebody read the record, not those that let them ask.
  const reading = { ...presentRequest(), operation }
  const record = await held(operation.lease, () => as_caller(caller, () => store.get(id), reading))
  const owner = tableOf(operation)
  if (owner === undefined) throw wrong('record', `The records of [${path}] are not in a table, so no role limits them.`)
  const change = to === 'change' ? matched(registries, 'PATCH', path)?.operation : undefined
  const asked = change ? change.permission : operation.permission
  return {
    permission: permission ?? asked ?? '',
    record: { resource: owner.table, id, meets: (where) => meets_condition(where, { ...owner, record }) },
    ...as_caller(caller, () => unseenFields(owner, caller), reading),
  }
}

/** Finds conditions whose answer would tell the value of a field that the caller does not see on each record. */
function unseenFields({ table, schema }: Owner, caller: Caller): Pick<Asked, 'unseenField'> {
  const every = [...record_fields(schema).keys()]
  const { filter: seen = [] } = visible_rules({ schema, table: { name: table }, rules: { filter: every } }, caller)
  const unseen = new Set(every.filter((name) => !seen.includes(name)))
  if (unseen.size === 0) return {}
  const unseenField = ({ conditions }: Pick<Role, 'conditions'>) =>
    conditions
      .flatMap(({ resource, where }) => (resource === table ? conditionFields(where) : []))
      .find((name) => unseen.has(name))
  return { unseenField }
}

type Owner = NonNullable<ReturnType<typeof tableOf>>

function tableOf({ declaration: { store } }: Operation) {
  const [owner] = store ? tables_of_store(store) : []
  return owner
}

function matched({ operations }: Registries, method: string, path: string) {
  const match = operations.match(method, path)
  return match && 'operation' in match ? match : undefined
}

function neededBy({ permission }: Operation, name: string): string {
  if (permission !== undefined) return permission
  throw wrong('operation', `[${name}] needs no permission: it is open to everybody.`)
}

/** A question that cannot be answered. */
export const wrong = (name: string, detail: string) =>
  new ApiError('query_malformed', { detail: `[${name}]: ${detail}` })
