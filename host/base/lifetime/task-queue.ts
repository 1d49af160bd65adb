import { AsyncResource } from 'node:async_hooks'

/**
 * Runs tasks one after the other, whatever becomes of those before. They run in the context in which the queue was made: what they
 * start, such as a plugin's timers, does not act as the caller who asked for it.
 */
export class TaskQueue {
  readonly #context = new AsyncResource('TaskQueue')
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#context.runInAsyncScope(() => {
      const done = this.#last.then(task)
      this.#last = done.catch(() => undefined)
      return done
    })
  }

  /** Resolves when all that was asked for by now is done. */
  async idle(): Promise<void> {
    await this.#last
  }
}
