import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Undo } from '@atrium/sdk'
import { type Database, databaseTime } from '../../base/db/index.ts'
import { debounce, outsideOfCalls, repeat, singleFlight } from '../../base/lifetime/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'
import type { PluginRegistry } from '../registries/index.ts'
import { areFilesApart, driftOf } from './drift.ts'
import {
  beatAndRead,
  HOST_TABLE,
  type HostEntry,
  type HostFiles,
  isAlive,
  type ListedHost,
  readHosts,
  toRow,
} from './host-table.ts'
import { SharedFolder } from './shared-folder.ts'

/** Milliseconds between two heartbeats. */
const EVERY = 10_000

/** Milliseconds for which a plugin change waits for further ones before it is stored. */
const SOON = 200

/** Milliseconds after which a host that has gone is removed. */
const FORGOTTEN_AFTER = 24 * 60 * 60_000

/** Milliseconds for which plugins must differ before it is logged: other hosts follow a decision within a few seconds. */
const FOLLOWED_WITHIN = 5_000

interface HostsOptions {
  /** With `hostMigrations` applied. */
  readonly database: Database
  readonly log: HostLogger
  readonly plugins: PluginRegistry
  /** The ids of the keys for secrets, the sealing one first. */
  readonly keys: readonly string[]
  /** Files are in its folder `files`. */
  readonly dataDir: string
  /** Whether files are in a bucket instead. */
  readonly s3?: object | undefined
  /** The version of Atrium. */
  readonly version: string
  /** Does not list this host. Default false. */
  readonly isTemporary?: boolean
  /** In milliseconds, on a clock that is never set back. */
  readonly now?: () => number
}

/** The hosts of a database. */
export interface HostRoom {
  /** This host's id. */
  readonly id: string
  /** Lists this host. */
  begin(place: { readonly address: string }): Promise<void>
  /** All known hosts by name, including the current state of this one. */
  list(): Promise<readonly ListedHost[]>
  /** The names of running hosts that store files in a different place. */
  readonly apart: () => readonly string[]
  /** Call it when this host has tried to load its plugins: from then on they are compared with those of other hosts. */
  readonly setReady: () => Promise<void>
  /** Removes hosts that have been gone for a day. Call it once an hour. */
  sweep(): Promise<void>
  /** Removes this host from the list, if the database can be reached. */
  readonly close: () => Promise<void>
}

/**
 * Lists this host among those of its database, sends heartbeats, and logs once how it differs from others. SQLite serves one host, so
 * nothing is stored there.
 */
export function createHosts(options: HostsOptions): HostRoom {
  const own = new OwnEntry(options)
  return options.database.dialect === 'sqlite' ? alone(own) : new SharedRoom(own, options)
}

/** The entry of this host. */
class OwnEntry {
  readonly #options: HostsOptions
  readonly id = randomUUID()
  readonly #startedAt = new Date().toISOString()
  address = ''
  isReady = false
  files: HostFiles | undefined

  constructor(options: HostsOptions) {
    this.#options = options
  }

  get now(): HostEntry {
    const { version, keys, plugins } = this.#options
    const { id, address } = this
    const name = address === '' ? hostname() : `${hostname()}:${new URL(address).port}`
    const about = { id, name, address, version, node: process.versions.node }
    const times = { started_at: this.#startedAt, seen_at: new Date().toISOString(), is_ready: this.isReady }
    const listed = plugins.list().map(({ id, version, state, content }) => {
      const reload = plugins.reloadOf(id)
      return { id, version, state, ...(content !== undefined && { content }), ...(reload !== undefined && { reload }) }
    })
    return { ...about, ...times, keys, plugins: listed, files: this.files }
  }
}

const alone = (own: OwnEntry): HostRoom => ({
  id: own.id,
  begin: async ({ address }) => void (own.address = address),
  list: async () => [{ ...own.now, silent: 0 }],
  apart: () => [],
  setReady: async () => void (own.isReady = true),
  sweep: () => Promise.resolve(),
  close: () => Promise.resolve(),
})

class SharedRoom implements HostRoom {
  readonly #folder: SharedFolder
  #apart: readonly string[] = []
  readonly id: string
  readonly #own: OwnEntry
  readonly #database: Database
  readonly #log: HostLogger
  readonly #plugins: PluginRegistry
  readonly #stop: Undo[] = []
  /** The present differences: when each was first seen, and whether it was logged. */
  readonly #drift = new Map<string, { readonly since: number; isTold: boolean }>()
  readonly #clock: () => number
  /** The text that was stored last. */
  #stored = ''
  readonly #isTemporary: boolean
  #isListed = false

  constructor(own: OwnEntry, { database, log, plugins, dataDir, s3, isTemporary = false, now }: HostsOptions) {
    this.#folder = new SharedFolder({ id: own.id, dataDir, s3 })
    this.id = own.id
    this.#own = own
    this.#database = database
    this.#log = log
    this.#plugins = plugins
    this.#isTemporary = isTemporary
    this.#clock = now ?? (() => performance.now())
  }

  /** Frees the place of a former process at the same address, which has ended. */
  async begin({ address }: { readonly address: string }): Promise<void> {
    this.#own.address = address
    if (this.#isTemporary) return
    this.#isListed = true
    const { id, name } = this.#own.now
    await this.#rows().where({ name }).whereNot({ id }).delete()
    await this.sweep()
    await this.#folder.mark()
    await this.#compareFiles(this.#othersOf(await readHosts(this.#database)))
    await this.#beat()
    const onError = this.#onError
    const tellSoon = debounce(() => void outsideOfCalls(() => this.#beatIfChanged()).catch(onError), SOON)
    this.#stop.push(repeat(EVERY, this.#beat, { onError }), this.#plugins.onChange(tellSoon), tellSoon.cancel)
  }

  async list(): Promise<readonly ListedHost[]> {
    const { now } = this.#own
    const hosts = await readHosts(this.#database)
    return hosts.map((host) => (host.id === this.id ? { ...now, silent: 0 } : host))
  }

  readonly setReady = async (): Promise<void> => {
    this.#own.isReady = true
    if (this.#isListed) await this.#beat().catch(this.#onError)
  }

  async sweep(): Promise<void> {
    await this.#rows().where('seen_at', '<', databaseTime(this.#database, -FORGOTTEN_AFTER)).delete()
    if (!this.#isTemporary) await this.#folder.sweep(await readHosts(this.#database))
  }

  readonly close = async (): Promise<void> => {
    if (!this.#isListed) return
    this.#isListed = false
    for (const stop of this.#stop.splice(0)) stop()
    await this.#leave().catch((err: unknown) => {
      this.#log.warn('this host could not leave the list of hosts, which shows it as gone for a day', { err })
    })
  }

  /** Runs after the heartbeat that is under way. */
  async #leave(): Promise<void> {
    await this.#beat()
    await this.#rows().where({ id: this.id }).delete()
    await this.#folder.unmark()
  }

  readonly #beat = singleFlight(async () => {
    if (!this.#isListed) return
    const row = toRow(this.#own.now)
    const text = JSON.stringify(row)
    const known = text === this.#stored ? await beatAndRead(this.#database, this.id) : []
    const isStored = known.some(({ id }) => id === this.id)
    if (!isStored) await this.#store(row)
    this.#stored = text
    const others = this.#othersOf(isStored ? known : await readHosts(this.#database))
    await this.#compareFiles(others)
    if (this.#own.isReady) this.#tellDrift(others)
  })

  #othersOf(hosts: readonly ListedHost[]): ListedHost[] {
    return hosts.filter((host) => host.id !== this.id && isAlive(host))
  }

  /** Changes are stored with the next heartbeat. */
  async #compareFiles(others: readonly ListedHost[]): Promise<void> {
    this.#own.files = await this.#folder.compare(others)
    this.#apart = others.filter((other) => areFilesApart(this.#own.now, other)).map(({ name }) => name)
  }

  readonly apart = (): readonly string[] => this.#apart

  async #store(row: ReturnType<typeof toRow>): Promise<void> {
    const entry = { ...row, seen_at: databaseTime(this.#database) }
    const isListed = await this.#rows().where({ id: this.id }).update(entry)
    if (!isListed) await this.#rows().insert(entry)
  }

  async #beatIfChanged(): Promise<void> {
    if (JSON.stringify(toRow(this.#own.now)) !== this.#stored) await this.#beat()
  }

  readonly #onError = sparsely((details) =>
    this.#log.warn('the sign of life of this host could not be stored', details),
  )

  /** Logs each difference once, until it disappears. */
  #tellDrift(others: readonly ListedHost[]): void {
    const drift = driftOf(this.#own.now, others)
    const present = new Set(drift.map(({ message }) => message))
    for (const message of this.#drift.keys()) if (!present.has(message)) this.#drift.delete(message)
    for (const { code, message } of drift) {
      const seen = this.#drift.get(message) ?? { since: this.#clock(), isTold: false }
      this.#drift.set(message, seen)
      const mayPass = code.startsWith('plugin_') && this.#clock() - seen.since < FOLLOWED_WITHIN
      if (seen.isTold || mayPass) continue
      seen.isTold = true
      this.#log.warn(`this host differs from another one of its database: ${message}`, { code })
    }
  }

  #rows() {
    return this.#database.knex(HOST_TABLE)
  }
}
