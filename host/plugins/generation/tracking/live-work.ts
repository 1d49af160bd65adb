import { authorPlace } from '../../load/author-frame.ts'
import type { Leftover, WorkKind } from './leftover.ts'

/** One piece of work that is going on. */
export interface Work {
  readonly kind: WorkKind
  readonly stop: () => void
  /** Where it was started. The stack is captured at once but formatted only when read, which is the expensive part. */
  readonly started: { stack?: string }
}

/** All that one generation of a plugin has going on; disposing it stops everything and whatever is started afterwards. */
export class LiveWork {
  readonly #directory: string
  readonly #going = new Set<Work>()
  #disposed = false

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Notes work as going on. `starter` is the function the plugin called: the stack begins with its caller. */
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

  /** Stops all that is going on and says what it was; nothing the second time. */
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
