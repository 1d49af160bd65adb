import { tablePrefix, type Writes } from '../../base/db/index.ts'
import type { Caller } from '@atrium/sdk'
import type { Operation, Registries } from '../../core/registries/index.ts'

/** The data that the answer of a GET depends on, where the host knows it. */
interface WatchedPath {
  readonly owner: string
  /** The permission to read it; undefined if none is required. */
  readonly permission: string | undefined
  /** The table of its list or record. Undefined: everything of the owner. */
  readonly table: string | undefined
  /** The id of the record; undefined for a list. */
  readonly id: string | undefined
  /** The plugins that may contribute to the answer. */
  readonly contributors: readonly string[]
  /** Whether the store itself limits what each caller may access. */
  readonly isScoped: boolean
  /** Whether it counts records of all plugins of a panel. */
  readonly isBadges: boolean
}

/** Finds the dependencies of paths. Results are cached until the registries change. */
export class WatchedPaths {
  readonly #registries: Registries
  #known = new Map<string, WatchedPath | undefined>()
  #version = -1
  /** By plugin, the permissions that allow reading some of it; they contain undefined if everybody may. */
  #readable = new Map<string, ReadonlySet<string | undefined>>()

  constructor(registries: Registries) {
    this.#registries = registries
  }

  /** Whether a caller may read a path now, and its answer may have changed. */
  concerns(path: string, { writes, caller }: { writes: Writes | undefined; caller: Caller }): boolean {
    const watched = this.#find(path)
    if (watched === undefined || !mayRead(watched, caller)) return false
    if (writes === undefined) return true
    if (watched.isBadges) return this.#isCounted(writes, { caller })
    return isConcerned(watched, { writes, caller }) || this.#isCounted(writes, { caller, among: watched.contributors })
  }

  /** Whether a caller may read a path now. */
  isFor(path: string, caller: Caller): boolean {
    const watched = this.#find(path)
    return watched !== undefined && mayRead(watched, caller)
  }

  /** Whether reading a path is known to depend on more than permissions. */
  isLimited(path: string, caller: Caller): boolean {
    const { table, isScoped = false, permission } = this.#find(path) ?? {}
    return table === undefined || isScoped || caller.scope(table, permission) !== undefined
  }

  /** Badges and contributions are refreshed only for plugins whose data the caller may read at least partly. */
  #isCounted({ tables, owners }: Writes, { caller, among }: { caller: Caller; among?: readonly string[] }): boolean {
    for (const [owner, permissions] of this.#readable) {
      if (among?.includes(owner) === false) continue
      const prefix = tablePrefix(owner)
      const isWritten = owners.has(owner) || [...tables.keys()].some((name) => name.startsWith(prefix))
      if (isWritten && [...permissions].some((permission) => mayRead({ permission }, caller))) return true
    }
    return false
  }

  #find(path: string): WatchedPath | undefined {
    const { version } = this.#registries
    if (version !== this.#version || this.#known.size >= MOST_KNOWN) this.#known = new Map()
    if (version !== this.#version) this.#readable = readableOf(this.#registries)
    this.#version = version
    if (!this.#known.has(path)) this.#known.set(path, this.#read(path))
    return this.#known.get(path)
  }

  #read(path: string): WatchedPath | undefined {
    const match = this.#registries.operations.match('GET', path)
    if (match === undefined || 'allowed' in match) return undefined
    const { operation, params } = match
    const { owner, permission, lease, declaration } = operation
    const { kind, store } = declaration
    // The platform writes to its own tables all the time, so its lists only follow its operations.
    const table = lease === undefined ? undefined : store?.table
    const id = kind === 'read' ? Object.values(params).at(-1) : undefined
    return {
      owner,
      permission,
      table: table?.name,
      id,
      contributors: table === undefined ? this.#registries.contributorsTo(owner) : [],
      isScoped: table?.isScoped === true,
      isBadges: isBadges(operation),
    }
  }
}

const MOST_KNOWN = 10_000

const isBadges = ({ owner, path }: Operation) => owner === 'panels' && path.endsWith('/badges')

function readableOf({ operations }: Registries): Map<string, Set<string | undefined>> {
  const readable = new Map<string, Set<string | undefined>>()
  for (const { owner, lease, method, permission } of operations.list())
    if (lease !== undefined && method === 'GET') readable.set(owner, (readable.get(owner) ?? new Set()).add(permission))
  return readable
}

const mayRead = ({ permission }: Pick<WatchedPath, 'permission'>, caller: Caller) =>
  permission === undefined || caller.can(permission)

function isConcerned({ owner, table, id, isScoped, permission }: WatchedPath, { writes, caller }: Change): boolean {
  const { tables, owners } = writes
  if (table === undefined && owners.has(owner)) return true
  const prefix = tablePrefix(owner)
  for (const [name, { ids, hasDeletions }] of tables) {
    if (name === table ? id === undefined || ids === undefined || ids.has(id) : false) return true
    if (name.startsWith(prefix) && (table === undefined || hasDeletions)) return true
    // Callers who may not see every record do not learn which one has changed.
    if (name === table && (isScoped || caller.scope(table, permission) !== undefined)) return true
  }
  return false
}

interface Change {
  readonly writes: Writes
  readonly caller: Caller
}
