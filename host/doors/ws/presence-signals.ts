import { randomUUID } from 'node:crypto'
import type { Signals } from '../../base/db/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'
import type { Present } from './open-record.ts'

const CHANNEL = 'atrium_presence'

/** Heartbeats of this host without a message from another host, after which that host counts as gone. */
const MOST_MISSED = 3

interface PresenceSignalsOptions {
  readonly signals: Signals
  readonly log: HostLogger
  /** Another host reports who has a record open there, or that nobody has (undefined). `asks`: it requests the same of this host. */
  readonly hear: (said: { host: string; path: string; present: Present | undefined; asks: boolean }) => void
  /** Messages may have been lost. */
  readonly onConnected: () => void
  /** Another host was silent for some beats. */
  readonly onGone: (host: string) => void
}

/**
 * Informs hosts on one database about who has a record open on the others. Messages are `<host> enter <JSON>`, which the others answer with
 * `<host> here <JSON>`, then `here` with each change, `<host> left <JSON>`, and `<host> still` with each beat.
 */
export class PresenceSignals {
  readonly #options: PresenceSignalsOptions
  readonly #host = randomUUID()
  readonly #stop: () => Promise<void>
  readonly #failed: (error: unknown) => void
  /** By host, the number of this host's beats for which it has been silent. */
  readonly #missed = new Map<string, number>()

  constructor(options: PresenceSignalsOptions) {
    this.#options = options
    this.#failed = sparsely((details) => options.log.warn('who has a record open did not reach other hosts', details))
    this.#stop = options.signals.listen(CHANNEL, (message) => this.#hear(message))
  }

  /** Announces who has a record open here, and requests the same of the others. */
  enter(path: string, present: Present): void {
    this.#say('enter', { path, ...present })
  }

  /** Announces who has a record open here now. */
  here(path: string, present: Present): void {
    this.#say('here', { path, ...present })
  }

  /** Announces that nobody has a record open on this host any more. */
  left(path: string): void {
    this.#say('left', { path })
  }

  /**
   * Finds hosts that have stopped sending. Call it with each heartbeat.
   * @param isSharing whether other hosts need to know that this one is still running
   */
  beat(isSharing: boolean): void {
    if (isSharing) this.#say('still', {})
    for (const [host, missed] of this.#missed) {
      this.#missed.set(host, missed + 1)
      if (missed < MOST_MISSED) continue
      this.#missed.delete(host)
      this.#options.onGone(host)
    }
  }

  close(): Promise<void> {
    return this.#stop()
  }

  #say(word: Word, about: object): void {
    void this.#options.signals.notify(CHANNEL, `${this.#host} ${word} ${JSON.stringify(about)}`).catch(this.#failed)
  }

  #hear(message: string): void {
    if (message === '') return this.#options.onConnected()
    const [, host = '', word, json = ''] = MESSAGE.exec(message) ?? []
    if (host === '' || host === this.#host) return
    this.#missed.set(host, 0)
    if (word === 'still') return
    const { path, people, more } = JSON.parse(json) as { path: string } & Present
    const present = word === 'left' ? undefined : { people, more }
    this.#options.hear({ host, path, present, asks: word === 'enter' })
  }
}

type Word = 'enter' | 'here' | 'left' | 'still'

const MESSAGE = /^(\S+) (enter|here|left|still) (.*)$/s
