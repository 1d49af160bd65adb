import Router from '@koa/router'
import type { Method, Operation } from './operation.ts'

/** The operation for a method and path, or the allowed methods if the path exists with other methods only. */
export type Match =
  | { readonly operation: Operation; readonly params: Record<string, string> }
  | { readonly allowed: readonly Method[] }

interface Entry {
  readonly operations: readonly Operation[]
  readonly router: Router
  readonly byName: ReadonlyMap<string, Operation>
}

/**
 * All operations by owner. A reload replaces an owner's operations in one synchronous step. A request that matched before uses the
 * old operation; a later one uses the new operation.
 */
export class OperationRegistry {
  readonly #entries = new Map<string, Entry>()

  /** Replaces an owner's operations; an empty list removes the owner. */
  replace(owner: string, operations: readonly Operation[]): void {
    if (operations.length === 0) this.#entries.delete(owner)
    else this.#entries.set(owner, entryOf(operations))
  }

  /** @param path the path of the URL, still percent-encoded, such as `/api/v1/template/items/7` */
  match(method: string, path: string): Match | undefined {
    const entry = this.#entries.get(ownerOf(path))
    if (entry === undefined) return undefined
    const { path: onPath, pathAndMethod } = entry.router.match(path, method)
    const [layer] = pathAndMethod
    if (layer !== undefined) {
      return { operation: operationOf(entry, layer.name), params: layer.params(path, layer.captures(path)) }
    }
    if (onPath.length === 0) return undefined
    return { allowed: onPath.map((other) => operationOf(entry, other.name).method) }
  }

  has(owner: string): boolean {
    return this.#entries.has(owner)
  }

  /** The operations of one owner in the order of matching, or of all. */
  list(owner?: string): readonly Operation[] {
    if (owner !== undefined) return this.#entries.get(owner)?.operations ?? []
    return [...this.#entries.values()].flatMap((entry) => entry.operations)
  }

  /** An operation by its name, `'GET /api/v1/template/items'`. */
  get(name: string): Operation | undefined {
    return this.#entries.get(ownerOf(name.slice(name.indexOf(' ') + 1)))?.byName.get(name)
  }
}

/** `/api/v1/template/items` → `template`. */
const ownerOf = (path: string) => path.split('/', 4)[3] ?? ''

function entryOf(operations: readonly Operation[]): Entry {
  const router = new Router()
  const sorted = [...operations].sort((a, b) => literalsFirst(a.path, b.path))
  for (const operation of sorted) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    router.register(path, [operation.method], neverMounted, { name: operation.name })
  }
  return { operations: sorted, router, byName: new Map(sorted.map((operation) => [operation.name, operation])) }
}

function operationOf(entry: Entry, name: string | null | undefined): Operation {
  const operation = entry.byName.get(name ?? '')
  if (operation === undefined) throw new Error(`The route [${name}] belongs to no operation.`)
  return operation
}

/** The router only matches; `perform` runs the operation. */
const neverMounted = () => undefined

/**
 * Compares paths for sorting: in each segment a literal comes before a parameter, so `/items/create` comes before `/items/{item_id}`
 * and `/items/:id`.
 */
export function literalsFirst(a: string, b: string): number {
  const left = a.split('/')
  const right = b.split('/')
  for (const [index, segment] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const order = Number(isParameter(segment)) - Number(isParameter(other))
    if (order !== 0) return order
    if (segment !== other) return segment < other ? -1 : 1
  }
  return left.length - right.length
}

const isParameter = (segment: string) => segment.startsWith('{') || segment.startsWith(':')
