import type { Match, Registries } from '../../core/registries/index.ts'

/** Finds the operation for a method and a path. */
export type FindMatch = (method: string, path: string) => Match | undefined

/** Lists, screens and documents are few; the paths of records are many and would push them out. */
const MOST = 2_000

/**
 * Caches the operations of GET paths until the registries change. The router tries one pattern after another, which for
 * a document costs more than sending it. Misses are not cached.
 * @param beside finds operations that no owner registers
 */
export function createMatchMemory(registries: Registries, beside: FindMatch): FindMatch {
  const remembered = new Map<string, Match>()
  let version = registries.version
  const find: FindMatch = (method, path) => registries.operations.match(method, path) ?? beside(method, path)

  return (method, path) => {
    if (method !== 'GET') return find(method === 'HEAD' ? 'GET' : method, path)
    if (version !== registries.version || remembered.size >= MOST) {
      remembered.clear()
      version = registries.version
    }
    const known = remembered.get(path)
    if (known !== undefined) return known
    const match = find(method, path)
    if (match !== undefined && 'operation' in match) remembered.set(path, match)
    return match
  }
}
