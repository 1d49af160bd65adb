import { DeclarationError } from '../declaration/declaration-error.ts'
import { origin_of } from '../declaration/origin.ts'
import { require_schema } from '../declaration/require-record.ts'
import { type OptionKind, require_options, require_timeout, suggest_name } from '../declaration/require.ts'
import { require_permission } from '../services/service-names.ts'
import type { RouteOptions } from './route-options.ts'
import { bulk_route } from './route-declaration.ts'
import { record_routes } from './record-routes.ts'
import type { RouteDeclaration } from './route-declaration.ts'
import type { RecordRouteOptions, RoutePath, Routes } from './routes.ts'

const SEGMENT = /^([A-Za-z0-9._~-]+|\{[A-Za-z_][A-Za-z0-9_]*\})$/

/** Returns the path of a route, or throws `path_invalid` at the author's call. */
function require_route_path<Path extends string>(path: Path, { record = false } = {}): Path {
  const segments = String(path).split('/').slice(1)
  const valid =
    path === '/' ? !record : String(path).startsWith('/') && segments.every((segment) => SEGMENT.test(segment))
  if (!valid || (record && !isRecordPath(segments))) throw invalid(path, record)
  const names = segments.filter((segment) => segment.startsWith('{'))
  if (new Set(names).size < names.length) throw invalid(path, record)
  return path
}

const isRecordPath = (segments: readonly string[]) => segments.length > 1 && segments.at(-1)?.startsWith('{') === true

function invalid(path: string, record: boolean): DeclarationError {
  const fix = record
    ? "Write the path of one record. It must end in the id: '/items/{item_id}'."
    : "Write a path relative to the plugin's own, with each parameter in braces and each name only once: '/items/{item_id}/price'."
  return new DeclarationError('path_invalid', `[${path}] is not a valid path for a route.`, { fix })
}

type Route = Omit<RouteDeclaration, 'origin'>

/** Routes that record each declaration, and the declarations so far, in order. */
export interface CollectedRoutes {
  readonly routes: Routes
  /** Later declarations throw, because nothing would read them. */
  end(): void
  readonly declarations: readonly RouteDeclaration[]
}

/**
 * Makes the `routes` that the host passes to `register_routes`. Tests use it to see what a plugin declares. Wrong arguments throw a
 * DeclarationError at the author's call.
 */
export function collect_routes(): CollectedRoutes {
  const declarations: RouteDeclaration[] = []
  let isOver = false
  const add = (made: readonly Route[], builder: (...args: never[]) => unknown): Routes => {
    const origin = origin_of(builder)
    if (isOver) throw tooLate(made)
    for (const route of made) declarations.push({ ...route, origin })
    return routes
  }
  const declare = (method: RouteDeclaration['method']): Routes['get'] => {
    const builder = (path: RoutePath, ...[first, second, more]: readonly unknown[]): Routes => {
      const isShort = typeof first === 'function'
      if ((isShort ? second : more) !== undefined) throw afterHandler(`${method} ${path}`)
      const [options, handler] = isShort ? [{}, first] : [first, second]
      return add([plainRoute(method, { path, options, handler })], builder)
    }
    return builder
  }
  const records: Routes['records'] = (path, store, options = {}) =>
    add(
      record_routes(
        require_route_path(path, { record: true }),
        requireStore(path, store),
        requireWrites(path, options),
      ),
      records,
    )
  const bulk: Routes['bulk'] = (path, each, options) =>
    add([bulk_route(require_route_path(path), requireEach(each), require_timeout(`POST ${path}`, options ?? {}))], bulk)
  const routes: Routes = {
    get: declare('GET'),
    post: declare('POST'),
    put: declare('PUT'),
    patch: declare('PATCH'),
    delete: declare('DELETE'),
    records,
    bulk,
  }
  return { routes, declarations, end: () => void (isOver = true) }
}

const tooLate = ([route]: readonly Route[]) =>
  new DeclarationError(
    'route_invalid',
    `The route [${route?.method} ${route?.path}] was declared after [register_routes] had ended, so it does not exist.`,
    { fix: 'Declare routes before it ends. If it waits for something, write `await` before it.' },
  )

const afterHandler = (route: string) =>
  new DeclarationError(
    'argument_invalid',
    `The route [${route}] has something after its handler, which has no effect.`,
    {
      fix: 'Write the options before the handler, which is the last argument.',
    },
  )

function plainRoute(
  method: RouteDeclaration['method'],
  given: { path: RoutePath; options: unknown; handler: unknown },
): Route {
  const { path, options, handler } = given
  if (typeof handler === 'function' && typeof options === 'object' && options !== null) {
    const checked = { path: require_route_path(path), handler: handler as RouteDeclaration['handler'] }
    return { method, ...checked, options: require_route_options(`${method} ${path}`, options, path), kind: 'plain' }
  }
  throw new DeclarationError(
    'route_invalid',
    `The route [${method} ${path}] has no handler. The handler is the last argument, after the options if there are any.`,
    {
      fix: `Declare it as routes.${method.toLowerCase()}('${path}', (call) => …).`,
    },
  )
}

/** Every option of a route and what it holds. A new option does not compile until it stands here. */
const OPTIONS: Record<keyof RouteOptions, OptionKind> = {
  permission: 'any',
  asks: 'any',
  open: 'boolean',
  raw: 'boolean',
  transaction: 'boolean',
  timeout_seconds: 'any',
  read_only: 'boolean',
  tool: 'boolean',
  params: 'any',
  query: 'any',
  list: 'any',
  body: 'any',
  multipart: 'any',
  once: 'boolean',
  response: 'any',
  media_type: 'text',
  etag: 'boolean',
  if_match: 'boolean',
  undo: 'any',
  summary: 'text',
  description: 'text',
}

function require_route_options(route: string, given: object, path: string): RouteOptions {
  const options: RouteOptions = require_options(`The route [${route}]`, given, OPTIONS)
  for (const name of ['params', 'query', 'body', 'multipart', 'response'] as const) {
    require_schema(`${name} of ${route}`, options[name])
  }
  if (route.startsWith('GET ') && options.body !== undefined) throw bodyOfGet(route)
  if (options.list !== undefined) requireList(route, options)
  require_timeout(route, options)
  if (options.permission !== undefined) require_permission(`The route [${route}]`, options.permission)
  requireAsks(`The route [${route}]`, options.asks)
  if (options.undo !== undefined) requireUndo(route, options)
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const foreign = Object.keys(options.params?.properties ?? {}).find((name) => !parameters.includes(name))
  if (foreign === undefined) return options
  throw new DeclarationError('argument_invalid', `The route [${route}] has no parameter [${foreign}] in its path.`, {
    fix: parameters.length === 0 ? 'Add it to the path, or remove `params`.' : suggest_name(foreign, parameters),
  })
}

const bodyOfGet = (route: string) =>
  new DeclarationError('argument_invalid', `The route [${route}] declares [body], but a GET has none.`, {
    fix: 'Declare what it takes as `query`, or use `routes.post`, with `read_only: true` if it changes nothing.',
  })

/** @throws DeclarationError `argument_invalid` at the author's call */
function requireList(route: string, { list, query }: RouteOptions): void {
  const isList = typeof list?.schema === 'object' && typeof list.rules === 'object'
  if (isList && query === undefined && route.startsWith('GET ')) return
  throw new DeclarationError('argument_invalid', `The route [${route}] declares a [list] that it cannot have.`, {
    fix: 'Pass the store to a GET: `list: vans`, or `list: { schema: Van, rules: { sort: ["name"] } }`, without `query` beside it.',
  })
}

function requireStore<Given>(path: string, store: Given): Given {
  if (typeof (store as { list?: unknown } | undefined)?.list === 'function') return store
  throw new DeclarationError('argument_invalid', `[routes.records('${path}', …)] requires a store of records.`, {
    fix: `Write it like [routes.records('${path}', table_store(db, 'fleet_vans', Van))], with the schema of the record inside.`,
  })
}

function requireAsks(what: string, asks: readonly string[] = []): void {
  for (const permission of asks) require_permission(what, permission)
}

const WRITES = ['create', 'update', 'delete'] as const

function requireWrites(path: string, options: RecordRouteOptions): RecordRouteOptions {
  const what = `[routes.records('${path}', …)]`
  require_options(what, options, ['writes', 'undo', 'permission', 'asks', 'description'])
  const { writes = [], undo, permission, asks } = options
  if (permission !== undefined) require_permission(what, permission)
  requireAsks(what, asks)
  if (undo !== undefined) {
    require_options(`[undo] of ${what}`, undo, ['create'])
    requireUndo(`POST ${path.slice(0, path.lastIndexOf('/'))}`, { undo: undo.create })
  }
  const known: readonly unknown[] = WRITES
  const unknown = Array.isArray(writes) ? writes.filter((each: unknown) => !known.includes(each)) : [writes]
  if (unknown.length === 0) return options
  throw new DeclarationError(
    'argument_invalid',
    `[${unknown.join(', ')}] is not a change that [${path}] could mount.`,
    {
      fix: `Write a list of ${WRITES.map((each) => `'${each}'`).join(', ')}: \`{ writes: ['update'] }\`, or [] for none.`,
    },
  )
}

const CHANGE = /^(POST|PUT|PATCH|DELETE) \/.*\{\w+\}/

function requireEach<Each extends string>(each: Each): Each {
  if (CHANGE.test(each)) return each
  throw new DeclarationError('route_invalid', `[${each}] is not a route that can be repeated for many records.`, {
    fix: "Name a route that changes a record and has the record's id in its path, for example 'POST /items/{item_id}/retire'.",
  })
}

/** @throws DeclarationError `argument_invalid` at the author's call */
function requireUndo(route: string, { undo, raw, transaction, read_only }: RouteOptions): void {
  const isUndoable = !route.startsWith('GET ') && raw !== true && transaction !== false && read_only !== true
  if (!isUndoable) {
    throw new DeclarationError('argument_invalid', `The route [${route}] declares [undo], but has no transaction.`, {
      fix: 'Remove `undo`: only what is changed in the transaction of the host can be undone.',
    })
  }
  if (CHANGE.test(String(undo))) return
  throw new DeclarationError('argument_invalid', `[undo] of the route [${route}] does not accept [${String(undo)}].`, {
    fix: "Name the route that takes it back, with the record's id in its path: 'POST /items/{id}/return'.",
  })
}
