/** Runs at most this many tasks at once. The others wait for their turn, in order of arrival. */
export class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      this.#release()
    }
  }

  /** A slot passes directly to the next task, so that a newcomer cannot take it first. */
  #release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

/**
 * Runs a task once for all callers who request it before it begins, and never twice at once. Each gets the result of a run that begins
 * after its request.
 */
export class SharedRuns<Result> {
  readonly #runs = new Map<string, { readonly running: Promise<Result>; next?: Promise<Result> }>()

  run(key: string, task: () => Promise<Result>): Promise<Result> {
    const former = this.#runs.get(key)
    if (former === undefined) return this.#begin(key, task)
    former.next ??= former.running.then(ignore, ignore).then(() => this.#begin(key, task))
    return former.next
  }

  #begin(key: string, task: () => Promise<Result>): Promise<Result> {
    const run: { running: Promise<Result>; next?: Promise<Result> } = { running: task() }
    this.#runs.set(key, run)
    const forget = () => {
      if (run.next === undefined) this.#runs.delete(key)
    }
    run.running.then(forget, forget)
    return run.running
  }
}

const ignore = () => undefined
