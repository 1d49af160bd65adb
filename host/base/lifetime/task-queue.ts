import { AsyncResource } from 'node:async_hooks'

/**
 * Runs tasks one after the other; a task that fails does not stop the next. They run in the asynchronous context in which the queue
 * was made, so what they start (a plugin's timers) does not act as the caller who asked for it.
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

  /** Resolves when every task asked for so far has ended. */
  async idle(): Promise<void> {
    await this.#last
  }
}
