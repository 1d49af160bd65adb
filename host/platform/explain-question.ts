import { type Caller, type Static, Type } from '@atrium/sdk'
import { as_caller, meets_condition, record_fields, tables_of_store, visible_rules } from '@atrium/sdk/host'
import type { TObject } from 'typebox'
import { type AskedRecord, conditionFields, type Role } from '../core/auth/index.ts'
import { held, presentRequest, requirePermission } from '../core/operations/index.ts'
import type { Operation, Registries } from '../core/registries/index.ts'
import { matched, type Place, placeOf, wrong } from './explained-place.ts'

/** A question and the person it is about. */
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
    Type.String({
      description:
        'A screen, a list or a record, by its name, its path or its address: Clients, /operations/clients/7, clients/clients/7, https://atrium.example.com/operations/clients/7',
    }),
  ),
  field: Type.Optional(Type.String({ description: 'A field of the record or of the list' })),
  to: Type.Optional(Type.Enum(['see', 'change'], { description: 'What is wanted of the field. Default: see' })),
})
export type ExplainQuery = Static<typeof ExplainQuery>

/** The subject of a question, once its paths are resolved. */
export interface Asked {
  readonly permission: string
  readonly list?: string
  readonly record?: AskedRecord
  /** The schema of its records. */
  readonly schema?: TObject
  /** A field that a role limits the record by, and that the viewer cannot see. Undefined: none. */
  readonly unseenField?: (role: Pick<Role, 'conditions'>) => string | undefined
}

/** The context of a question, and the viewer who asks it. */
interface Asking {
  readonly registries: Registries
  readonly caller: Caller
}

/**
 * Resolves the names in a question.
 * @throws ApiError `query_malformed`; `permission_denied` and `record_not_found` for a record that the viewer does not reach
 */
export async function questionOf(query: ExplainQuery, asking: Asking): Promise<Asked> {
  const { registries } = asking
  if (query.record !== undefined) return recordAsked(query.record, query, asking)
  const asked =
    query.path === undefined
      ? namedAsked(query, registries)
      : await placeAsked(placeOf(query.path, registries), query, asking)
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

/** For a screen with a record, the question is about that record; for one with a list, about the list. */
async function placeAsked(place: Place, query: ExplainQuery, asking: Asking): Promise<Asked> {
  if ('data' in place) return dataAsked(place.data, query, asking)
  const { registries } = asking
  const { screen, id, panel_id } = place
  const permission = query.permission ?? screen.permission
  const resource = registries.resources.list(panel_id).find((each) => each.id === screen.resource_id)
  const listPath = resource?.list_path.replace(/\?.*$/, '')
  const data =
    listPath === undefined ? undefined : id === undefined ? listPath : `${listPath}/${encodeURIComponent(id)}`
  const operation =
    data === undefined || screen.kind === 'create' ? undefined : matched(registries, 'GET', data)?.operation
  const isData = operation !== undefined && ['read', 'list'].includes(operation.declaration.kind ?? '')
  if (data !== undefined && isData)
    return dataAsked(data, { ...query, ...(permission !== undefined && { permission }) }, asking)
  if (permission !== undefined) return { permission }
  throw wrong('path', `The screen [${screen.path}] needs no permission of its own. Ask about one of the lists on it.`)
}

/** A path of the REST interface with an operation. */
async function dataAsked(path: string, query: ExplainQuery, asking: Asking): Promise<Asked> {
  const operation = matched(asking.registries, 'GET', path)?.operation
  if (operation === undefined) throw wrong('path', `Nothing answers [${path}].`)
  const { kind } = operation.declaration
  const table = tableOf(operation)
  if (kind === 'read' && table) return recordAsked(path, query, asking)
  const permission = query.permission ?? neededBy(operation, path)
  return kind === 'list' && table ? { permission, list: table.table, schema: table.schema } : { permission }
}

/** Reads the record as the viewer, who learns nothing about records beyond their own reach. */
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
  // The roles that allow reading the record decide, not those that allow asking.
  const reading = { ...presentRequest(), operation }
  const record = await held(operation.lease, () => as_caller(caller, () => store.get(id), reading))
  const owner = tableOf(operation)
  if (owner === undefined) throw wrong('record', `The records of [${path}] are not in a table, so no role limits them.`)
  const change = to === 'change' ? matched(registries, 'PATCH', path)?.operation : undefined
  const asked = change ? change.permission : operation.permission
  return {
    permission: permission ?? asked ?? '',
    record: { resource: owner.table, id, meets: meetsConditions({ ...owner, record }) },
    schema: owner.schema,
    ...as_caller(caller, () => unseenFields(owner, caller), reading),
  }
}

/** Many roles may have the same conditions, and each is asked about several times. */
function meetsConditions(record: Parameters<typeof meets_condition>[1]): AskedRecord['meets'] {
  const known = new Map<string, boolean>()
  const meets = (condition: string) => {
    const met = known.get(condition) ?? meets_condition(condition, record)
    known.set(condition, met)
    return met
  }
  return (where) => where.split('&&').every(meets)
}

/** Finds conditions whose answer would reveal the value of a field that the caller cannot see on every record. */
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

function neededBy({ permission }: Operation, name: string): string {
  if (permission !== undefined) return permission
  throw wrong('operation', `[${name}] needs no permission: it is open to everybody.`)
}
