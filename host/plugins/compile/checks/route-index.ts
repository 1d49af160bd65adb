import type { NamespaceDeclaration, Origin } from '@atrium/sdk/host'
import { nearest_name } from '@atrium/sdk'
import { type ElementFile, type Method, type Operation, pathShape } from '../../../core/registries/index.ts'
import type { AddForm, Reference, Report } from './finding.ts'
import { OwnElements } from './own-elements.ts'

/** What a plugin itself has: its operations, found by method and path, and its elements. The names of path parameters do not matter. */
export class RouteIndex {
  readonly #operations = new Map<string, Operation>()
  /** `/api/v1/<plugin>`. */
  readonly base: string
  /** Names in declarations that this plugin does not have. */
  readonly references: Reference[] = []
  readonly elements: OwnElements

  constructor(owner: string, operations: readonly Operation[], elements?: ElementFile) {
    this.base = `/api/v1/${owner}`
    this.elements = new OwnElements(owner, elements)
    this.update(operations)
  }

  /** Adds operations. Replaces those with the same method and path. */
  update(operations: readonly Operation[]): void {
    for (const operation of operations) this.#operations.set(keyOf(operation.method, operation.path), operation)
  }

  find(method: Method, path: string): Operation | undefined {
    return this.#operations.get(keyOf(method, path))
  }

  /** An operation by its name: `POST /api/v1/template/items/{item_id}/retire`. */
  named(name: string): Operation | undefined {
    const [method, path = ''] = name.split(' ', 2)
    return this.find(method as Method, path)
  }

  /** `Did you mean […]? ` with the nearest path of that method, or an empty string. */
  hint(method: Method, path: string): string {
    const below = (whole: string) => pathShape(whole.slice(this.base.length))
    const own = [...this.#operations.values()].filter((each) => each.method === method)
    const paths = new Map(own.map((each) => [below(each.path), each.path]))
    const near = nearest_name(below(path), paths.keys())
    return near === undefined ? '' : `Did you mean [${paths.get(near)}]? `
  }

  /** Whether the path belongs to this plugin. The routes of other plugins are not known here. */
  isOwn(path: string): boolean {
    return path === this.base || path.startsWith(`${this.base}/`)
  }
}

/** `GET /api/v1/template/items/{item_id}?x=1` → `GET /api/v1/template/items/{}`. */
const keyOf = (method: string, path: string) => `${method} ${pathShape(path.replace(/\?.*$/, ''))}`

/** The permission a call of the operation needs, as a member of a document. */
export const permissionOf = (operation: Operation | undefined) =>
  operation?.permission === undefined ? {} : { permission: operation.permission }

/** Paths that begin with `/api/` are absolute. All others are appended to `api_base` (ARCHITECTURE: Builders). */
export const absolutePath = (path: string, base = ''): string => (path.startsWith('/api/') ? path : `${base}${path}`)

/** The names in braces in a path, each once: `/slots?service_id={service_id}` → `['service_id']`. */
export const namedIn = (path: string): string[] => [
  ...new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
]

/** The part of a screen that requests a path, and the place of its declaration. */
export interface Asking {
  /** The offender: `The widget [stock-1]`. */
  readonly who: string
  readonly routes: RouteIndex
  readonly report: Report
  readonly origin: Origin
}

/** Reports a path of this plugin that has no GET route. Paths of other plugins are collected, so that the host can check them. */
export function reportUnanswered(
  path: string,
  { who, routes, report, origin }: Asking,
  title_attribute?: string,
): void {
  if (!routes.isOwn(path))
    routes.references.push({
      kind: 'list',
      path,
      who,
      origin,
      ...(title_attribute !== undefined && { title_attribute }),
    })
  if (!routes.isOwn(path) || routes.find('GET', path) !== undefined) return
  report({
    code: 'widget_route_missing',
    message: `${who} requests [GET ${path}], which is not declared.`,
    fix: `${routes.hint('GET', path)}Declare it in \`register_routes\`, or correct the path.`,
    origin,
  })
}

/** Collects the path of a screen, which may be another plugin's, so that the host can check it. */
export function reportScreen(path: string | undefined, { who, routes, origin }: Omit<Asking, 'report'>): void {
  if (path !== undefined) routes.references.push({ kind: 'screen', path, who, origin })
}

/** The plugin's routes and namespaces, and the receivers of findings and forms. */
export interface CompileContext {
  readonly routes: RouteIndex
  readonly namespaces: readonly NamespaceDeclaration[]
  readonly report: Report
  readonly addForm: AddForm
  /** Whether the host lets people undo changes. */
  readonly undo: boolean
}
