import { randomUUID } from 'node:crypto'
import type { Undo } from '@atrium/sdk'
import { addWrite, type Signals, type TableWrite, type Writes } from '../../base/db/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'

const CHANNEL = 'atrium_writes'

/** Bytes of a message; PostgreSQL takes less than 8,000. */
const LONGEST = 7_000

/** Milliseconds for which a host counts as listening after its announcement, and after which it repeats the announcement. */
const LISTENS_FOR = 50_000
const SAYS_SO_EVERY = 20_000

interface WriteSignalsOptions {
  readonly signals: Signals
  readonly log: HostLogger
  /** Called with the commits of another host, or with undefined after messages may have been lost. */
  readonly hear: (writes: Writes | undefined) => void
  /** Called when another host may have begun to listen, and when one may have stopped. */
  readonly onHeard: () => void
}

/**
 * Informs the hosts on one database about each other's commits. A host announces while somebody watches on it; without such a host, nothing
 * is sent. Messages are `<host> ask`, `<host> watch` and `<host> wrote <JSON>`, without JSON if anything may have been written.
 */
export class WriteSignals {
  readonly #options: WriteSignalsOptions
  readonly #host = randomUUID()
  readonly #stop: () => Promise<void>
  readonly #failed: (error: unknown) => void
  /** The listening hosts, each with the timer that removes it. */
  readonly #listening = new Map<string, NodeJS.Timeout>()
  #sayAgain: NodeJS.Timeout | undefined

  constructor(options: WriteSignalsOptions) {
    this.#options = options
    this.#failed = sparsely((details) => options.log.warn('changes of records did not reach other hosts', details))
    this.#stop = options.signals.listen(CHANNEL, (word) => this.#hear(word))
  }

  /** Announces that somebody watches on this host, until the returned function is called. */
  watch(): Undo {
    this.#say('watch')
    this.#sayAgain = setInterval(() => this.#say('watch'), SAYS_SO_EVERY).unref()
    return () => {
      clearInterval(this.#sayAgain)
      this.#sayAgain = undefined
    }
  }

  /** Whether somebody watches on another host. */
  get isHeard(): boolean {
    return this.#listening.size > 0
  }

  /** Sends a commit to the hosts on which somebody watches. Returns at once. */
  send(writes: Writes | undefined): void {
    if (this.isHeard) this.#say(...(writes === undefined ? ['wrote'] : messagesOf(writes)))
  }

  close(): Promise<void> {
    clearInterval(this.#sayAgain)
    return this.#stop()
  }

  #say(...words: string[]): void {
    const sent = words.map((word) => `${this.#host} ${word}`)
    void this.#options.signals.notifyAll(CHANNEL, sent).catch(this.#failed)
  }

  #hear(message: string): void {
    if (message === '') return this.#onConnected()
    const [, host = '', word, json = ''] = MESSAGE.exec(message) ?? []
    if (host === this.#host) return
    if (word === 'watch') this.#noteListening(host)
    if (word === 'ask' && this.#sayAgain !== undefined) this.#say('watch')
    if (word === 'wrote') this.#options.hear(json === '' ? undefined : writesIn(json))
  }

  #noteListening(host: string): void {
    clearTimeout(this.#listening.get(host))
    const forget = () => {
      this.#listening.delete(host)
      this.#options.onHeard()
    }
    this.#listening.set(host, setTimeout(forget, LISTENS_FOR).unref())
    this.#options.onHeard()
  }

  #onConnected(): void {
    this.#say('ask', ...(this.#sayAgain === undefined ? [] : ['watch']))
    this.#options.hear(undefined)
  }
}

const MESSAGE = /^(\S+) (\w+) ?(.*)$/s

/** `[table, ids or null, hasDeletions]`, preceded by the owners. */
type Sent = readonly [owners: readonly string[], ...tables: (readonly [string, readonly string[] | null, boolean])[]]

function messagesOf({ owners, tables }: Writes): string[] {
  const parts = [...tables].map(
    ([table, { ids, hasDeletions }]) => [table, ids ? [...ids] : null, hasDeletions] as const,
  )
  const short = parts.map(([table, ids, hasDeletions]) =>
    Buffer.byteLength(JSON.stringify(ids)) > LONGEST
      ? ([table, null, hasDeletions] as const)
      : ([table, ids, hasDeletions] as const),
  )
  const messages: Sent[] = short.map((part) => [[], part])
  if (owners.size > 0) messages.unshift([[...owners]])
  return messages.map((message) => `wrote ${JSON.stringify(message)}`)
}

function writesIn(json: string): Writes {
  const [owners, ...parts] = JSON.parse(json) as Sent
  const tables = new Map<string, TableWrite>()
  for (const [table, ids, hasDeletions] of parts)
    addWrite(tables, table, { ids: ids ? new Set(ids) : undefined, hasDeletions })
  return { owners: new Set(owners), tables }
}
