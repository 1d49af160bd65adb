/** A time that passes once it has begun, unless it is put off or cancelled. */
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

  /** As long, from now on: the first time, and again whenever it is to be put off. */
  begin(): void {
    this.#timer ??= setTimeout(this.#pass, this.#milliseconds)
    this.#timer.refresh()
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }
}
