import type { Undo } from '@atrium/sdk'

type Step = () => void | Promise<void>

/**
 * The steps that let go of what its owner holds, last in, first out. A step that fails does not stop the others, and running twice is
 * harmless. A step that is added after the run is carried out at once.
 */
export class CleanUp {
  readonly #onLateError: (error: unknown) => void
  /** Wrapped, because the same function may be added twice. */
  #steps: { readonly step: Step }[] = []
  #isDone = false
  #running: Promise<unknown> = Promise.resolve()

  /** @param options.onLateError takes what a step throws that is added after the run. Default: a warning of the process. */
  constructor({ onLateError = warn }: { onLateError?: (error: unknown) => void } = {}) {
    this.#onLateError = onLateError
  }

  /** Whether it has run, or is running. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Returns the undo that takes this step out again. */
  add(step: Step): Undo {
    const own = { step }
    if (this.#isDone) void this.#carryOut(own).catch(this.#onLateError)
    else this.#steps.push(own)
    return () => {
      this.#steps = this.#steps.filter((other) => other !== own)
    }
  }

  /** Carries out what is left, after a run that is still under way. Resolves with the errors of its steps. */
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
