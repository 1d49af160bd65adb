import type { Undo } from '@atrium/sdk'

type Step = () => void | Promise<void>

/**
 * Collects the steps that release its owner's resources and runs them last in, first out. A failing step does not stop the others. Running
 * twice is harmless. A step added after the run is carried out at once.
 */
export class CleanUp {
  readonly #onLateError: (error: unknown) => void
  /** Wrapped, because the same function may be added twice. */
  #steps: { readonly step: Step }[] = []
  #isDone = false
  #running: Promise<unknown> = Promise.resolve()

  /** @param options.onLateError receives errors of steps that are added after the run; default: emits a process warning */
  constructor({ onLateError = warn }: { onLateError?: (error: unknown) => void } = {}) {
    this.#onLateError = onLateError
  }

  /** Whether it has run, or is running. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Adds a step. Returns the undo that removes this step only. */
  add(step: Step): Undo {
    const own = { step }
    if (this.#isDone) void this.#carryOut(own).catch(this.#onLateError)
    else this.#steps.push(own)
    return () => {
      this.#steps = this.#steps.filter((other) => other !== own)
    }
  }

  /** Runs the remaining steps once an earlier run has ended. Resolves with the errors of these steps. */
  run(): Promise<unknown[]> {
    this.#isDone = true
    const errors = this.#running.then(() => this.#carryOutAll())
    this.#running = errors
    return errors
  }

  async #carryOutAll(): Promise<unknown[]> {
    const errors: unknown[] = []
    for (let own = this.#steps.pop(); own !== undefined; own = this.#steps.pop()) {
      await this.#carryOut(own).catch((error: unknown) => errors.push(error))
    }
    return errors
  }

  async #carryOut({ step }: { step: Step }): Promise<void> {
    await step()
  }
}

const warn = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error))
