import { type TObject, Type } from 'typebox'
import type { Attempt } from '../calls/attempt.ts'
import { attempt_each, attempt_rest } from '../calls/attempt.ts'
import { parse_list_query } from '../lists/parse-list-query.ts'
import { record_schemas } from '../records/record-schemas.ts'
import type { RecordStore } from '../records/record-store.ts'
import { writable_values } from '../records/record-values.ts'
import { locked_fields, visible_rules } from '../records/withheld-fields.ts'
import { import_route } from './import-route.ts'
import { bulk_route } from './route-declaration.ts'
import type { Call } from '../calls/call.ts'
import { Answer, answer, Created, Page } from '../calls/results.ts'
import type { RouteDeclaration } from './route-declaration.ts'
import type { EachRoute } from './route-options.ts'
import type { RawQuery } from '../lists/query-string.ts'
import type { RecordPath, RecordRouteOptions } from './routes.ts'
import { singular_of, with_article } from '../declaration/nouns.ts'

type Route = Omit<RouteDeclaration, 'origin'>
type Store = RecordStore<object>
type RecordCall = Call<Record<string, string>, RawQuery, object>

/**
 * The routes of a store, one for each thing it can do: list, create, read, PUT, PATCH, delete, and `POST <list>/import`,
 * `POST <list>/change` and `POST <list>/delete` for many. The list path is the record path without its last segment.
 */
export function record_routes(
  path: RecordPath,
  store: Store,
  { writes = ['create', 'update', 'delete'], undo, permission, asks, description }: RecordRouteOptions = {},
): readonly Route[] {
  const list = path.slice(0, path.lastIndexOf('/'))
  const parameter = path.slice(path.lastIndexOf('{') + 1, -1)
  const name = record_name(list, parameter)
  const context = { store, name, path, id: (call: RecordCall) => call.params[parameter] ?? '' }
  const routes = [
    listRoute(list, { ...context, asks, description }),
    ...(store.create && writes.includes('create') ? createRoutes(list, { ...context, undo: undo?.create }) : []),
    readRoute(context),
    ...(store.update && writes.includes('update') ? [...changeRoutes(context), changeManyRoute(list, context)] : []),
    ...(store.delete && writes.includes('delete') ? [deleteRoute(context), deleteManyRoute(list, context)] : []),
  ]
  if (permission === undefined) return routes
  return routes.map((route) => ({ ...route, options: { ...route.options, permission } }))
}

interface Context {
  readonly store: Store
  readonly name: ReturnType<typeof record_name>
  readonly path: RecordPath
  id(call: RecordCall): string
}

const of = (store: Store) => ({ store, record: store.schema })

/** Only a store that says so, or is over a table, takes part in a transaction of the host. */
const isTransactional = ({ transaction, table }: Store) => transaction ?? table !== undefined

const inTransaction = (store: Store) => (isTransactional(store) ? {} : { transaction: false })

function listRoute(
  path: string,
  { store, name, asks, description }: Context & Pick<RecordRouteOptions, 'asks' | 'description'>,
): Route {
  return {
    method: 'GET',
    path,
    kind: 'list',
    ...of(store),
    rules: store.rules,
    options: {
      summary: `List ${name.many}`,
      response: Type.Unsafe({ type: 'array', items: record_schemas(store.schema).record }),
      ...(asks && { asks }),
      ...(description !== undefined && { description }),
    },
    handler: async ({ query, caller }: RecordCall) => {
      const asked = parse_list_query(query, store.schema, () => visible_rules(store, caller))
      const found = await store.list(asked)
      if (!(found instanceof Page)) throw no_page(path)
      if (found.rows.length > asked.limit) throw limit_ignored(path, { limit: asked.limit, count: found.rows.length })
      return found
    },
  }
}

const no_page = (path: string) =>
  new TypeError(`The store of [${path}] did not return a page. Its [list] has to return \`page(rows, total)\`.`)

/** Only a store that a plugin has written can answer so. Sending all of it could take the memory of the host. */
const limit_ignored = (path: string, { limit, count }: { limit: number; count: number }) =>
  new TypeError(
    `The store of [${path}] returned ${count} rows, although at most ${limit} were asked for. Its [list] has to apply [offset] and [limit].`,
  )
/** The creation of one record, and the import of many where a transaction can undo a dry run. */
function createRoutes(list: string, context: Parameters<typeof createRoute>[1]): Route[] {
  const { store, name } = context
  const create = createRoute(list, context)
  return isTransactional(store) ? [create, { ...import_route(list, name.many), ...of(store) }] : [create]
}

function createRoute(path: string, { store, name, undo }: Context & { undo: EachRoute | undefined }): Route {
  const { create: body, record: response } = record_schemas(store.schema)
  return {
    method: 'POST',
    path,
    kind: 'create',
    ...of(store),
    options: { summary: `Create ${name.one}`, body, response, ...inTransaction(store), ...(undo && { undo }) },
    handler: async ({ body, caller }: RecordCall) =>
      createdOf(await store.create?.(writable_values(store, { values: body, current: undefined, caller }))),
    ...(store.create_many && { handle_many: (calls: readonly RecordCall[]) => createMany(store, calls) }),
  }
}

/** Keeps the headers that a store added. */
const createdOf = (made: unknown) =>
  made instanceof Answer ? answer(new Created(made.value), made) : new Created(made)

async function createMany(store: Store, calls: readonly RecordCall[]): Promise<readonly Attempt<unknown>[]> {
  const values = await attempt_each(calls, async ({ body, caller }) =>
    writable_values(store, { values: body, current: undefined, caller }),
  )
  const made = await attempt_rest(values, async (allowed) => (await store.create_many?.(allowed)) ?? [])
  return made.map((attempt) => ('value' in attempt ? { value: new Created(attempt.value) } : attempt))
}

function readRoute({ store, name, path, id }: Context): Route {
  const { record: response } = record_schemas(store.schema)
  return {
    method: 'GET',
    path,
    kind: 'read',
    ...of(store),
    options: { summary: `Get ${name.one}`, response },
    handler: (call: RecordCall) => store.get(id(call)),
  }
}

/** PUT takes the full record and leaves absent optional fields unchanged, so both methods merge. */
function changeRoutes({ store, name, path, id }: Context): Route[] {
  const { replace, patch, record: response } = record_schemas(store.schema)
  const handler = async (call: RecordCall) => {
    const { body, headers, caller, check } = call
    const current = locked_fields(store, caller).size > 0 ? await store.get(id(call)) : undefined
    const values = writable_values(store, { values: body, current, caller })
    return store.update?.(id(call), values, { if_match: headers['if-match'], check })
  }
  return [
    {
      method: 'PUT',
      path,
      kind: 'replace',
      ...of(store),
      handler,
      options: { summary: `Replace ${name.one}`, body: replace, response, ...inTransaction(store) },
    },
    {
      method: 'PATCH',
      path,
      kind: 'update',
      ...of(store),
      handler,
      options: { summary: `Change ${name.one}`, body: patch, response, ...inTransaction(store) },
    },
  ]
}

/** No tool: agents find the change of one record, and a second tool beside it only makes the right one harder to find. */
function changeManyRoute(list: string, { store, name, path }: Context): Route {
  const changes = record_schemas(store.schema).patch as TObject
  const description =
    'Gives all of them the same values, or each its own (`records`). Each record is changed or refused by itself.'
  const summary = `Change many ${name.many}`
  const route = bulk_route(`${list}/change`, `PATCH ${path}`, { summary, description, tool: false, changes })
  return { ...route, ...of(store), options: { ...route.options, ...inTransaction(store) } }
}

function deleteRoute({ store, name, path, id }: Context): Route {
  const { record: response } = record_schemas(store.schema)
  return {
    method: 'DELETE',
    path,
    kind: 'delete',
    ...of(store),
    options: {
      summary: `Delete ${name.one}`,
      description: 'Answers the record as it was.',
      response,
      ...inTransaction(store),
    },
    handler: (call: RecordCall) => store.delete?.(id(call), { if_match: call.headers['if-match'] }),
  }
}

function deleteManyRoute(list: string, { store, name, path }: Context): Route {
  const route = bulk_route(`${list}/delete`, `DELETE ${path}`, { summary: `Delete many ${name.many}` })
  return { ...route, options: { ...route.options, ...inTransaction(store) } }
}

/** The words for the records of a path in summaries: `an item` and `items`. */
interface RecordName {
  readonly one: string
  readonly many: string
}

/** Names the records of `/document-types/{id}`: `a document type` and `document types`. `{item_id}` names a single one. */
function record_name(list: string, parameter: string): RecordName {
  const many = wordsOf(list.slice(list.lastIndexOf('/') + 1))
  const named = parameter.endsWith('_id') ? wordsOf(parameter.slice(0, -3)) : singular_of(many)
  return { one: with_article(named), many }
}

const wordsOf = (name: string) => name.replaceAll(/[-_]/g, ' ')
