import { isDeepStrictEqual } from 'node:util'
import { outsideOfCalls } from '../../base/lifetime/index.ts'
import type { Signals } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Principal } from '../../core/auth/index.ts'
import type { Perform } from '../../core/operations/index.ts'
import { type Registries, SHELL_NAMESPACE } from '../../core/registries/index.ts'
import type { Client } from './client.ts'
import { isThere, nobodyAt, OpenRecord } from './open-record.ts'
import { PresenceSignals } from './presence-signals.ts'
import { ReadableRecord } from './readable-record.ts'

/**
 * Milliseconds for which changes are collected, and between two frames about a record: `PAUSE`, and `PAUSE_PER_CLIENT` more for each
 * client.
 */
const GATHERED_FOR = 50
const PAUSE = 500
const PAUSE_PER_CLIENT = 10

/** Milliseconds between two pings of clients and hosts that share a record. */
const BEAT = 2_000

interface PresenceOptions {
  readonly registries: Registries
  readonly perform: Perform
  /** Undefined if the database serves one host. */
  readonly signals: Signals | undefined
  readonly log: HostLogger
}

/** The record that a client has open. */
export interface Attendance {
  /** The path of the record; undefined: none. */
  readonly path?: string
  readonly editing?: boolean
}

/**
 * Tells the clients that have a record open who else has: `presence.changed { path, people, more }`. Other clients get no frames, nothing
 * is stored, and the permission to read the record is checked before each frame.
 */
export class Presence {
  readonly #readable: ReadableRecord
  readonly #signals: PresenceSignals | undefined
  readonly #log: HostLogger
  readonly #records = new Map<string, OpenRecord>()
  /** The record that each client wants to have open, whose permission may still be checked. */
  readonly #wanted = new Map<Client, Wanted>()
  #beating: NodeJS.Timeout | undefined

  constructor({ registries, perform, signals, log }: PresenceOptions) {
    this.#readable = new ReadableRecord({ registries, perform })
    this.#log = log
    this.#signals = signals && this.#listen(signals, log)
  }

  /**
   * A client opens this record instead of the previous one.
   * @throws ApiError as the GET of the record does; the client then has none open
   */
  async attend(client: Client, { path, editing = false }: Attendance): Promise<void> {
    if (this.#wanted.get(client)?.path !== path) this.leave(client)
    if (path === undefined) return
    const wanted = { path, isEditing: editing, caller: client.caller }
    this.#wanted.set(client, wanted)
    const record = this.#records.get(path)
    const attendee = record?.clients.get(client)
    if (record && attendee) {
      attendee.isEditing = editing
      return this.#changed(record)
    }
    try {
      await this.#readable.read(path, client)
    } catch (error) {
      if (this.#wanted.get(client) === wanted) this.#wanted.delete(client)
      throw error
    }
    if (this.#wanted.get(client) === wanted) this.#enter(client, wanted)
  }

  /** A client has no record open any more. */
  leave(client: Client): void {
    const { path = '' } = this.#wanted.get(client) ?? {}
    this.#wanted.delete(client)
    const record = this.#records.get(path)
    if (!record?.clients.delete(client)) return
    if (record.clients.size > 0) return this.#changed(record)
    clearTimeout(record.timer)
    this.#records.delete(path)
    this.#signals?.left(path)
    if (this.#records.size > 0) return
    clearInterval(this.#beating)
    this.#beating = undefined
  }

  async close(): Promise<void> {
    for (const client of [...this.#wanted.keys()]) this.leave(client)
    await this.#signals?.close()
  }

  #enter(client: Client, { path, isEditing, caller }: Wanted): void {
    const known = this.#records.get(path)
    const record = known ?? new OpenRecord(path, (each) => this.#tell(each))
    this.#records.set(path, record)
    const told = JSON.stringify(nobodyAt(path))
    record.clients.set(client, { isEditing, isAllowed: true, caller, told, heard: client.heard, unanswered: 0 })
    if (known === undefined) this.#ask(record)
    this.#beating ??= outsideOfCalls(() => setInterval(() => this.#beat(), BEAT).unref())
    this.#changed(record)
  }

  /** Many arrivals and departures share one frame. */
  #changed(record: OpenRecord): void {
    const pause = PAUSE + PAUSE_PER_CLIENT * record.clients.size
    const wait = Math.max(GATHERED_FOR, record.toldAt + pause - performance.now())
    const tell = () => {
      delete record.timer
      void record.tell().catch((err: unknown) => this.#log.error('who has a record open was not told', { err }))
    }
    record.timer ??= outsideOfCalls(() => setTimeout(tell, wait).unref())
  }

  async #tell(record: OpenRecord): Promise<void> {
    await this.#askRights(record)
    record.toldAt = performance.now()
    if (record.elsewhere.size > 0) this.#sayHere(record)
    const all = record.everywhere()
    for (const [client, attendee] of record.clients) {
      const payload = record.othersFor(client, all)
      const text = JSON.stringify(payload)
      if (text === attendee.told) continue
      attendee.told = text
      client.send({ namespace: SHELL_NAMESPACE, type: 'presence.changed', payload })
    }
  }

  async #askRights({ path, clients }: OpenRecord): Promise<void> {
    for (const [client, attendee] of clients) {
      attendee.caller = client.caller
      attendee.isAllowed = await this.#readable.isStillReadable(path, client)
    }
  }

  /** Pings the clients and hosts that share a record, because a failing network gives no notice. */
  #beat(): void {
    for (const record of this.#records.values()) if (record.isShared) this.#askWhoIsThere(record)
    this.#signals?.beat([...this.#records.values()].some(({ elsewhere }) => elsewhere.size > 0))
  }

  #askWhoIsThere(record: OpenRecord): void {
    for (const [client, attendee] of record.clients) {
      const wasThere = isThere(attendee)
      attendee.unanswered = client.heard === attendee.heard ? attendee.unanswered + 1 : 0
      attendee.heard = client.heard
      client.probe()
      if (isThere(attendee) !== wasThere || client.caller !== attendee.caller) this.#changed(record)
    }
  }

  /** Requests from the other hosts who has a record open there. */
  #ask(record: OpenRecord): void {
    record.said = record.hereInShort()
    this.#signals?.enter(record.path, record.said)
  }

  #sayHere(record: OpenRecord): void {
    const here = record.hereInShort()
    if (isDeepStrictEqual(here, record.said)) return
    record.said = here
    this.#signals?.here(record.path, here)
  }

  #listen(signals: Signals, log: HostLogger): PresenceSignals {
    return new PresenceSignals({
      ...{ signals, log },
      hear: ({ host, path, present, asks }) => {
        const record = this.#records.get(path)
        if (record === undefined) return
        if (present === undefined) record.elsewhere.delete(host)
        else record.elsewhere.set(host, present)
        if (asks) record.said = undefined
        this.#changed(record)
      },
      onConnected: () => {
        for (const record of this.#records.values()) {
          record.elsewhere.clear()
          this.#ask(record)
          this.#changed(record)
        }
      },
      onGone: (host) => {
        for (const record of this.#records.values()) if (record.elsewhere.delete(host)) this.#changed(record)
      },
    })
  }
}

interface Wanted {
  readonly path: string
  readonly isEditing: boolean
  readonly caller: Principal
}
