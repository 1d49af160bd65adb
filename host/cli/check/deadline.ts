/** A time that passes, unless it is put off or cancelled. */
export class Deadline {
  readonly passed: Promise<void>
  #timer: NodeJS.Timeout | undefined

  constructor(milliseconds: number) {
    this.passed = new Promise((resolve) => {
      this.#timer = setTimeout(resolve, milliseconds)
    })
  }

  /** As long again, from now on. */
  putOff(): void {
    this.#timer?.refresh()
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }
}
