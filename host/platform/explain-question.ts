import { ApiError, type Caller, type Static, Type } from '@atrium/sdk'
import type { Screen } from '@atrium/sdk/documents'
import { as_caller, meets_condition, tables_of_store } from '@atrium/sdk/host'
import type { AskedRecord } from '../core/auth/index.ts'
import { held } from '../core/operations/index.ts'
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
}

/** Looks up what a question names. @throws ApiError `query_malformed`, and `record_not_found` for a record that does not exist */
export async function questionOf(query: ExplainQuery, registries: Registries): Promise<Asked> {
  if (query.record !== undefined) return recordAsked(query.record, query, registries)
  const asked =
    query.path === undefined ? namedAsked(query, registries) : await pathAsked(query.path, query, registries)
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
async function pathAsked(path: string, query: ExplainQuery, registries: Registries): Promise<Asked> {
  const bare = path.replace(/[?#].*$/, '')
  if (!bare.startsWith('/api/')) return screenAsked(bare, query, registries)
  const operation = matched(registries, 'GET', bare)?.operation
  if (operation === undefined)
    throw wrong('path', `Nothing answers [${path}]. Write the path of a screen, a list or a record.`)
  const { kind } = operation.declaration
  const table = tableOf(operation)
  if (kind === 'read' && table) return recordAsked(bare, query, registries)
  const permission = query.permission ?? neededBy(operation, path)
  return kind === 'list' && table ? { permission, list: table.table } : { permission }
}

/** A screen with a record is about that record, one with a list about the list. */
async function screenAsked(path: string, query: ExplainQuery, registries: Registries): Promise<Asked> {
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
    return pathAsked(data, { ...query, ...(permission !== undefined && { permission }) }, registries)
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

/** Reads the record as the platform itself, because the person may not reach it. */
async function recordAsked(path: string, { permission, to }: ExplainQuery, registries: Registries): Promise<Asked> {
  const match = matched(registries, 'GET', path)
  const { store, kind } = match?.operation.declaration ?? {}
  if (match === undefined || kind !== 'read' || store === undefined) {
    const detail = `[${path}] is not a record. Write the path that reads one, such as /api/v1/clients/clients/7.`
    throw wrong('record', detail)
  }
  const { operation, params } = match
  const id = Object.values(params).at(-1) ?? ''
  const record = await held(operation.lease, () => as_caller(PLATFORM, () => store.get(id)))
  const owner = tableOf(operation)
  if (owner === undefined) throw wrong('record', `The records of [${path}] are not in a table, so no role limits them.`)
  const change = to === 'change' ? matched(registries, 'PATCH', path)?.operation : undefined
  const asked = change ? change.permission : operation.permission
  return {
    permission: permission ?? asked ?? '',
    record: { resource: owner.table, id, meets: (where) => meets_condition(where, { ...owner, record }) },
  }
}

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

/** Reaches every record. What it reads is not answered. */
const PLATFORM: Caller = { id: 'platform', kind: 'system', name: 'Atrium', can: () => true, scope: () => undefined }

/** A question that cannot be answered. */
export const wrong = (name: string, detail: string) =>
  new ApiError('query_malformed', { detail: `[${name}]: ${detail}` })
