import type { Match, Registries } from '../../core/registries/index.ts'
import type { PrepareDocument, Site } from './site.ts'

/** Finds the operation for a method and a path. */
export type FindMatch = (method: string, path: string) => Match | undefined

/** An operation, or the methods of a path. `document` is present if the operation answers with a document. */
export type Found = Match & { readonly document?: PrepareDocument | undefined }

/** Lists, screens and documents are few; the paths of records are many and would evict them. */
const MOST = 2_000

/**
 * Caches the operations of GET paths until the registries change. The router tries one pattern after another, which for
 * a document costs more than sending it. Misses are not cached.
 */
export function createMatchMemory(registries: Registries, { beside, documents }: Pick<Site, 'beside' | 'documents'>) {
  const remembered = new Map<string, Found>()
  let version = registries.version

  return (method: string, path: string): Found | undefined => {
    if (method !== 'GET') return find(method === 'HEAD' ? 'GET' : method, path)
    if (version !== registries.version || remembered.size >= MOST) {
      remembered.clear()
      version = registries.version
    }
    const known = remembered.get(path)
    if (known !== undefined) return known
    const found = find(method, path)
    if (found !== undefined && 'operation' in found) remembered.set(path, found)
    return found
  }

  function find(method: string, path: string): Found | undefined {
    const match = registries.operations.match(method, path) ?? beside(method, path)
    if (match === undefined || 'allowed' in match) return match
    return { ...match, document: documents.get(match.operation)?.(match.params) }
  }
}
