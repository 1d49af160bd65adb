import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { outsideOfCalls, TaskQueue } from '../lifetime/index.ts'
import type { HostLogger } from '../log/index.ts'
import { WAIT_LIMIT } from './knex-connections.ts'

/** Milliseconds before a lost connection is opened again. */
const RECONNECT_AFTER = 500

/** Milliseconds between two probes of a listening connection, and for the answer: a silently lost connection is noticed within 4.5 s. */
const ASK_EVERY = 2_500
const ANSWER_WITHIN = 2_000

type Hear = (word: string) => void

/**
 * Listens to NOTIFY channels on one separate connection, which is open while there are listeners and is replaced after each loss. Listeners
 * are called with an empty word after each (re)connection, because messages in between are lost.
 */
export class PostgresListening {
  readonly #url: string
  readonly #log: HostLogger
  readonly #listeners = new Map<string, Set<Hear>>()
  /** One statement at a time, as the driver requires. */
  readonly #queue = new TaskQueue()
  #client: pg.Client | undefined
  #ending: AbortController | undefined
  #running: Promise<void> | undefined

  constructor({ url, log }: { readonly url: string; readonly log: HostLogger }) {
    this.#url = url
    this.#log = log
  }

  /** The returned function removes the listener. For the last one, it resolves when the connection is closed. */
  add(channel: string, hear: Hear): () => Promise<void> {
    const own: Hear = (word) => this.#tell(hear, { channel, word })
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(own))
    if (this.#ending === undefined) this.#begin()
    // If this fails, the connection is lost, and the next one listens to all channels.
    else void this.#send(listenTo(channel)).then((isSent) => void (isSent && own('')), this.#onLost)
    return () => this.#remove(channel, own)
  }

  async #remove(channel: string, hear: Hear): Promise<void> {
    this.#listeners.get(channel)?.delete(hear)
    if ([...this.#listeners.values()].some(({ size }) => size > 0)) return
    this.#ending?.abort()
    this.#ending = undefined
    await this.#running
  }

  #begin(): void {
    const ending = (this.#ending = new AbortController())
    const former = this.#running
    this.#running = outsideOfCalls(async () => {
      await former
      await this.#keepListening(ending.signal)
    })
  }

  async #keepListening(ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      await this.#listenOnce(ending).catch(this.#onLost)
      await pause(RECONNECT_AFTER, undefined, { signal: ending, ref: false }).catch(() => undefined)
    }
  }

  /** Settles when the connection ends. */
  async #listenOnce(ending: AbortSignal): Promise<void> {
    const client = connectionTo(this.#url)
    const ended = new AbortController()
    const over = new Promise<void>((resolve, reject) => {
      client.once('end', resolve)
      client.on('error', reject)
      ending.addEventListener('abort', () => resolve(), { once: true, signal: ended.signal })
    })
    // Nobody may be awaiting it yet, so its error must not count as unhandled.
    over.catch(() => undefined)
    try {
      await client.connect()
      client.on('notification', ({ channel, payload = '' }) => this.#hear(channel, payload))
      this.#client = client
      const channels = [...this.#listeners.keys()]
      await this.#send(channels.map(listenTo).join('; '))
      for (const channel of channels) this.#hear(channel, '')
      await Promise.race([over, this.#keepAsking(ended.signal)])
    } finally {
      this.#client = undefined
      ended.abort()
      await client.end().catch(() => undefined)
    }
  }

  /**
   * Rejects when the server no longer answers: a connection that the network has silently cut looks like an idle one. Keeps nothing of a
   * probe, because a connection listens for months.
   */
  async #keepAsking(over: AbortSignal): Promise<never> {
    for (;;) {
      await pause(ASK_EVERY, undefined, { signal: over, ref: false })
      await this.#send('select 1')
    }
  }

  /** Returns whether there was a connection. */
  #send(sql: string): Promise<boolean> {
    return this.#queue.run(async () => {
      const client = this.#client
      await client?.query(sql)
      return client !== undefined
    })
  }

  #hear(channel: string, word: string): void {
    for (const hear of this.#listeners.get(channel) ?? []) hear(word)
  }

  /** An uncaught error of a listener would end the host and withhold messages from the other listeners. */
  #tell(hear: Hear, { channel, word }: { readonly channel: string; readonly word: string }): void {
    try {
      hear(word)
    } catch (err) {
      this.#log.error('a message of another host could not be used', { channel, err })
    }
  }

  readonly #onLost = (err: unknown) => {
    this.#log.debug('the connection that listens to other hosts was lost', { err })
  }
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`

const connectionTo = (url: string) =>
  new pg.Client({
    connectionString: url,
    application_name: 'atrium',
    connectionTimeoutMillis: WAIT_LIMIT,
    query_timeout: ANSWER_WITHIN,
    keepAlive: true,
  })
