import type { Undo } from '@atrium/sdk'
import { addWrite, type Database, type TableWrite, type Writes } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Registries } from '../../core/registries/index.ts'
import { SHELL_NAMESPACE } from '../../core/registries/index.ts'
import type { Client } from './client.ts'
import { WatchedPaths } from './watched-paths.ts'
import { WriteSignals } from './write-signals.ts'

/** Milliseconds for which commits are collected. */
const GATHERED_FOR = 50

/** Announcing takes at most one part in this many of the time: with very many watched paths, commits are collected for longer. */
const SHARE = 20

/** Milliseconds between two frames to one client. */
const PAUSE = 250

/** A client may have read a path this many milliseconds before it watches it, and more on a slow machine. */
const READ_BEFORE = 5_000

interface RecordWatchOptions {
  readonly registries: Registries
  readonly database: Pick<Database, 'writes' | 'signals'>
  readonly log: HostLogger
}

/** The paths that one client watches. */
interface Watcher {
  paths: readonly string[]
  /** Paths whose answers may have changed and that have not been sent to the client yet. */
  readonly changed: Set<string>
  timer?: NodeJS.Timeout
  /** When the last frame was sent. */
  toldAt: number
}

/** What may have been written, and the paths of a client that it may concern. */
interface Noted {
  readonly watcher: Watcher
  readonly writes: Writes | undefined
  readonly paths: readonly string[]
}

/**
 * Tells clients which of their watched paths may have a new answer: `records.changed { paths }`. Frames contain nothing else; clients read
 * the changes with their own requests, which are authorized as usual.
 */
export class RecordWatch {
  readonly #paths: WatchedPaths
  readonly #watchers = new Map<Client, Watcher>()
  readonly #signals: WriteSignals | undefined
  readonly #writes: Database['writes']
  /** The commits of this host, and of others. */
  readonly #own = new GatheredWrites()
  readonly #heard = new GatheredWrites()
  /** The commits of the last five to ten seconds: a path may have been read before one of them, and be watched after it. */
  #recent = new GatheredWrites()
  #lessRecent = new GatheredWrites()
  #recentSince = 0
  /** Since when commits are noted; undefined while nobody watches. */
  #notedSince: number | undefined
  #gathering: NodeJS.Timeout | undefined
  /** Milliseconds for which the next commits are collected. */
  #gatheredFor = GATHERED_FOR
  #isClosing = false
  #unfollow: Undo | undefined
  #stopSaying: Undo | undefined

  constructor({ registries, database: { writes, signals }, log }: RecordWatchOptions) {
    this.#paths = new WatchedPaths(registries)
    this.#writes = writes
    const hear = (heard: Writes | undefined) => this.#gather(this.#heard, heard)
    this.#signals = signals && new WriteSignals({ signals, log, hear, onHeard: () => this.#followAsNeeded() })
  }

  /**
   * Watches these paths for a client, instead of its former ones. If it has read the new ones a moment ago, it is told of those that may
   * have changed since.
   */
  watch(client: Client, paths: readonly string[], { hasRead = false }: { hasRead?: boolean } = {}): void {
    if (paths.length === 0) return this.leave(client)
    const watcher = this.#watchers.get(client) ?? { paths: [], changed: new Set(), toldAt: 0 }
    const former = new Set(watcher.paths)
    watcher.paths = paths
    this.#watchers.set(client, watcher)
    this.#followAsNeeded()
    this.#stopSaying ??= this.#signals?.watch()
    this.#notedSince ??= performance.now()
    const added = hasRead ? paths.filter((path) => !former.has(path)) : []
    for (const writes of this.#lately()) this.#note(client, { watcher, writes, paths: added })
  }

  /** What was written lately: undefined, which is anything, as long as nobody watched for some of the time. */
  #lately(): readonly (Writes | undefined)[] {
    if (performance.now() - (this.#notedSince ?? Infinity) < READ_BEFORE) return [undefined]
    this.#age()
    return [this.#recent, this.#lessRecent].flatMap((gathered) => gathered.all())
  }

  #age(): void {
    const age = performance.now() - this.#recentSince
    if (age < READ_BEFORE) return
    this.#lessRecent = age < 2 * READ_BEFORE ? this.#recent : new GatheredWrites()
    this.#recent = new GatheredWrites()
    this.#recentSince = performance.now()
  }

  /** A client stops watching. */
  leave(client: Client): void {
    clearTimeout(this.#watchers.get(client)?.timer)
    this.#watchers.delete(client)
    if (this.#watchers.size > 0) return
    this.#notedSince = undefined
    this.#stopSaying?.()
    this.#stopSaying = undefined
    this.#followAsNeeded()
  }

  /** Running requests may still change something, so other hosts are notified until the database is closed. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#handOver()
    for (const client of [...this.#watchers.keys()]) this.leave(client)
    await this.#signals?.close()
  }

  /** Statements are inspected only while somebody watches, on this host or another. */
  #followAsNeeded(): void {
    const isWanted = this.#watchers.size > 0 || this.#signals?.isHeard === true
    if (isWanted) this.#unfollow ??= this.#writes.onCommit((writes) => this.#gather(this.#own, writes))
    else {
      this.#unfollow?.()
      this.#unfollow = undefined
    }
  }

  /** An import makes many commits, which are announced together. */
  #gather(gathered: GatheredWrites, writes: Writes | undefined): void {
    gathered.add(writes)
    if (this.#isClosing) this.#handOver()
    else this.#gathering ??= setTimeout(() => this.#handOver(), this.#gatheredFor).unref()
  }

  #handOver(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    const began = performance.now()
    this.#own.take((writes) => {
      this.#signals?.send(writes)
      this.#tell(writes)
    })
    this.#heard.take((writes) => this.#tell(writes))
    this.#gatheredFor = Math.max(GATHERED_FOR, SHARE * (performance.now() - began))
  }

  /** @param writes undefined if anything may have been written */
  #tell(writes: Writes | undefined): void {
    this.#age()
    this.#recent.add(writes)
    for (const [client, watcher] of this.#watchers) this.#note(client, { watcher, writes, paths: watcher.paths })
  }

  #note(client: Client, { watcher, writes, paths }: Noted): void {
    const { caller } = client
    for (const path of paths)
      if (!watcher.changed.has(path) && this.#paths.concerns(path, { writes, caller })) watcher.changed.add(path)
    if (watcher.changed.size === 0) return
    const wait = Math.max(0, watcher.toldAt + PAUSE - performance.now())
    watcher.timer ??= setTimeout(() => this.#push(client, watcher), wait).unref()
  }

  #push(client: Client, watcher: Watcher): void {
    delete watcher.timer
    watcher.toldAt = performance.now()
    const paths = [...watcher.changed].filter(
      (path) => watcher.paths.includes(path) && this.#paths.isFor(path, client.caller),
    )
    watcher.changed.clear()
    if (paths.length > 0) client.send({ namespace: SHELL_NAMESPACE, type: 'records.changed', payload: { paths } })
  }
}

/** Commits that are announced together. */
class GatheredWrites {
  #tables = new Map<string, TableWrite>()
  #owners = new Set<string>()
  #isAnything = false
  #isEmpty = true

  /** @param writes undefined if anything may have been written */
  add(writes: Writes | undefined): void {
    this.#isEmpty = false
    if (writes === undefined) this.#isAnything = true
    for (const [table, write] of writes?.tables ?? []) addWrite(this.#tables, table, write)
    for (const owner of writes?.owners ?? []) this.#owners.add(owner)
  }

  /** None, or one for all of them. */
  all(): readonly (Writes | undefined)[] {
    if (this.#isEmpty) return []
    return [this.#isAnything ? undefined : { tables: this.#tables, owners: this.#owners }]
  }

  /** Uses the writes added since the last call, if any. */
  take(use: (writes: Writes | undefined) => void): void {
    const taken = this.all()
    this.#tables = new Map()
    this.#owners = new Set()
    this.#isAnything = false
    this.#isEmpty = true
    for (const writes of taken) use(writes)
  }
}
