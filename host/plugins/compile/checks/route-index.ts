import type { Origin } from '@atrium/sdk/host'
import { nearest_name } from '@atrium/sdk'
import type { Method, Operation } from '../../../core/registries/index.ts'
import type { AddForm, Report } from './finding.ts'

/** Finds a plugin's own operations by method and path, whatever the parameters are called. */
export class RouteIndex {
  readonly #operations = new Map<string, Operation>()
  /** `/api/v1/<plugin>`. */
  readonly base: string

  constructor(owner: string, operations: readonly Operation[]) {
    this.base = `/api/v1/${owner}`
    this.update(operations)
  }

  /** Replaces operations with others of the same method and path, or adds them. */
  update(operations: readonly Operation[]): void {
    for (const operation of operations) this.#operations.set(keyOf(operation.method, operation.path), operation)
  }

  find(method: Method, path: string): Operation | undefined {
    return this.#operations.get(keyOf(method, path))
  }

  /** `Did you mean […]? ` with the path of that method which is near, or nothing. */
  hint(method: Method, path: string): string {
    const below = (whole: string) => whole.slice(this.base.length).replaceAll(/\{\w+\}/g, '{}')
    const own = [...this.#operations.values()].filter((each) => each.method === method)
    const paths = new Map(own.map((each) => [below(each.path), each.path]))
    const near = nearest_name(below(path), paths.keys())
    return near === undefined ? '' : `Did you mean [${paths.get(near)}]? `
  }

  /** Whether the path is one of this plugin's; of another plugin's routes nothing can be said here. */
  isOwn(path: string): boolean {
    return path === this.base || path.startsWith(`${this.base}/`)
  }
}

/** `GET /api/v1/template/items/{item_id}?x=1` → `GET /api/v1/template/items/{}`. */
const keyOf = (method: string, path: string) => `${method} ${path.replace(/\?.*$/, '').replaceAll(/\{\w+\}/g, '{}')}`

/** The permission a call of the operation needs, as a member of a document. */
export const permissionOf = (operation: Operation | undefined) =>
  operation?.permission === undefined ? {} : { permission: operation.permission }

/** A path that begins with `/api/` is absolute, any other is appended to `api_base` (ARCHITECTURE: Builders). */
export const absolutePath = (path: string, base = ''): string => (path.startsWith('/api/') ? path : `${base}${path}`)

/** Who asks, and where that is declared. */
export interface Asking {
  /** The offender: `The widget [stock-1]`. */
  readonly who: string
  readonly routes: RouteIndex
  readonly report: Report
  readonly origin: Origin
}

/** Reports a path of the plugin's own that no GET route answers. Of another plugin's routes nothing can be said here. */
export function reportUnanswered(path: string, { who, routes, report, origin }: Asking): void {
  if (!routes.isOwn(path) || routes.find('GET', path) !== undefined) return
  report({
    code: 'widget_route_missing',
    message: `${who} asks [GET ${path}], which nobody declares.`,
    fix: `${routes.hint('GET', path)}Declare it in \`register_routes\`, or correct the path.`,
    origin,
  })
}

/** What documents are made with: the plugin's routes, and where findings and forms go. */
export interface CompileContext {
  readonly routes: RouteIndex
  readonly report: Report
  readonly addForm: AddForm
}
