import { authorPlace } from '../../load/author-frame.ts'
import type { Leftover, WorkKind } from './leftover.ts'

/** One piece of work under way. */
export interface Work {
  readonly kind: WorkKind
  readonly stop: () => void
  /** The stack where it was started. Captured at once, but formatted only when read, because formatting is expensive. */
  readonly started: { stack?: string }
}

/** All work under way in one generation of a plugin. Disposal stops it, and everything started later. */
export class LiveWork {
  readonly #directory: string
  readonly #going = new Set<Work>()
  #disposed = false

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Registers work. `starter` is the function that the plugin called; the stack begins with its caller. */
  start(kind: WorkKind, { stop, starter }: { stop: () => void; starter: (...args: never[]) => unknown }): Work {
    const started = {}
    Error.captureStackTrace(started, starter)
    return this.resume({ kind, stop, started })
  }

  resume(work: Work): Work {
    if (this.#disposed) work.stop()
    else this.#going.add(work)
    return work
  }

  end(work: Work): void {
    this.#going.delete(work)
  }

  /** Stops all work and returns it. Returns nothing the second time. */
  dispose(): Leftover[] {
    this.#disposed = true
    const leftovers = [...this.#going]
    this.#going.clear()
    return leftovers.map((work) => {
      work.stop()
      const where = authorPlace(work.started, this.#directory)
      return { kind: work.kind, isStopped: true, ...(where && { where }) }
    })
  }
}
