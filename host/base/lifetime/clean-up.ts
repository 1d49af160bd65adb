import type { Undo } from '@atrium/sdk'

/**
 * What has to be undone when a generation goes: last in, first out. One that fails does not stop the others; running twice is
 * harmless. What is added after it ran is undone at once.
 */
export class CleanUp {
  #steps: (() => void | Promise<void>)[] = []
  #done = false

  /** Whether it has run. */
  get isDone(): boolean {
    return this.#done
  }

  /** Returns the step's own undo: it takes the step out again. */
  add(step: () => void | Promise<void>): Undo {
    if (this.#done) void step()
    else this.#steps.push(step)
    return () => {
      this.#steps = this.#steps.filter((other) => other !== step)
    }
  }

  /** @returns what failed */
  async run(): Promise<unknown[]> {
    this.#done = true
    const errors: unknown[] = []
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step()
      } catch (error) {
        errors.push(error)
      }
    }
    return errors
  }
}
