import { AsyncResource } from 'node:async_hooks'

/**
 * Runs tasks one after another; a failing task does not stop the next. Tasks run in the asynchronous context in which the queue was
 * made, so a plugin's timers, for example, do not act on behalf of the caller whose request started them.
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

  /** Resolves when every task added so far has ended. */
  async idle(): Promise<void> {
    await this.#last
  }
}
