/** A timeout that can be restarted and cancelled. `passed` resolves when it expires. */
export class Deadline {
  readonly passed: Promise<void>
  readonly #milliseconds: number
  #pass: () => void = () => undefined
  #timer: NodeJS.Timeout | undefined

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
    this.passed = new Promise((resolve) => {
      this.#pass = resolve
    })
  }

  /** Starts the timeout, or restarts it. */
  begin(): void {
    this.#timer ??= setTimeout(this.#pass, this.#milliseconds)
    this.#timer.refresh()
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }
}
