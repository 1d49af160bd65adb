import { nearest_name } from '@atrium/sdk'
import type { Method, Operation } from '../../../core/registries/operation.ts'

/** Finds a plugin's own operations by method and path, whatever the parameters are called. */
export class RouteIndex {
  readonly #operations: ReadonlyMap<string, Operation>
  /** `/api/v1/<plugin>`. */
  readonly base: string

  constructor(owner: string, operations: readonly Operation[]) {
    this.base = `/api/v1/${owner}`
    this.#operations = new Map(operations.map((operation) => [keyOf(operation.method, operation.path), operation]))
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
