import { useSyncExternalStore } from 'react'
import { t } from '../language/t.ts'
import { addressOf } from './base-path.ts'

/** The shortest and the longest pause between two polls of an unreachable host, in milliseconds. */
const SHORTEST = 500
const LONGEST = 10_000

/** After this many milliseconds without an answer, the host is polled, and a poll has failed. */
const SLOW = 5_000

type Listener = () => void

/** Whether the host can be reached. The host is polled only while it cannot be reached. */
class Reach {
  readonly #listeners = new Set<Listener>()
  #isAway = false
  #isAsking = false

  readonly isAway = (): boolean => this.#isAway

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A request got no answer. */
  lost(): void {
    this.#tell(true)
    void this.#ask(SHORTEST)
  }

  /** The live connection is lost: checks at once whether the host can be reached. */
  check(): void {
    void this.#ask(0)
  }

  /** A request was sent: checks whether the host can be reached if the answer is slow. Call the returned function once it is there. */
  expect(): Listener {
    const timer = setTimeout(() => this.check(), SLOW)
    return () => clearTimeout(timer)
  }

  /** Resolves once the host can be reached. @throws DOMException `AbortError` */
  back(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (end: () => void) => {
        forget()
        signal.removeEventListener('abort', stop)
        end()
      }
      const stop = () => done(() => reject(new DOMException(t('Saving was stopped.'), 'AbortError')))
      const forget = this.subscribe(() => this.#isAway || done(resolve))
      signal.addEventListener('abort', stop)
      if (!this.#isAway) done(resolve)
    })
  }

  async #ask(first: number): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    for (let pause = first; ; pause = Math.min(LONGEST, Math.max(SHORTEST, pause * 2))) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      const isThere = await answers()
      this.#tell(!isThere)
      if (isThere) break
    }
    this.#isAsking = false
  }

  #tell(isAway: boolean): void {
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    for (const listener of this.#listeners) listener()
  }
}

/** A proxy answers for an unavailable host: with 502, 503 or 504. A host that stands still takes the request and never answers. */
async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(SLOW)
    return (await fetch(addressOf('/livez'), { cache: 'no-store', signal })).status < 502
  } catch {
    return false
  }
}

export const reach = new Reach()

/** Whether the host cannot be reached at present. */
export const useAway = (): boolean => useSyncExternalStore(reach.subscribe, reach.isAway)
