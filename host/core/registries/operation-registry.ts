import Router from '@koa/router'
import type { Method, Operation } from './operation.ts'

/** What a method and path lead to: an operation, other methods on the same path, or nothing. */
export type Match =
  { readonly operation: Operation; readonly params: Record<string, string> } | { readonly allowed: readonly Method[] }

interface Entry {
  readonly operations: readonly Operation[]
  readonly router: Router
  readonly byName: ReadonlyMap<string, Operation>
}

/**
 * All operations by owner. A reload replaces an owner's operations in one synchronous step: a request that matched before has
 * the old operation in its hands, one that matches after gets the new.
 */
export class OperationRegistry {
  readonly #entries = new Map<string, Entry>()

  /** Puts an owner's operations in place of those it had. None takes the owner out. */
  replace(owner: string, operations: readonly Operation[]): void {
    if (operations.length === 0) this.#entries.delete(owner)
    else this.#entries.set(owner, entryOf(operations))
  }

  /** `path` is the path of the URL, still percent-encoded, for example `/api/v1/template/items/7`. */
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

/** The router only matches: `perform` runs what it finds, whichever door the call came through. */
const neverMounted = () => undefined

/**
 * Orders paths so that at each segment a literal stands before a parameter: `/items/create` before `/items/{item_id}` and
 * `/items/:id`.
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
