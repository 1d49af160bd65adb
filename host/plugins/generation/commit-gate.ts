/** Opens once, when a generation is committed: what was declared before starts then, what comes later starts at once. */
export class CommitGate {
  #open = false
  #waiting: (() => void)[] = []

  get isOpen(): boolean {
    return this.#open
  }

  /** Runs now if the gate is open, else when it opens. */
  whenOpen(run: () => void): void {
    if (this.#open) run()
    else this.#waiting.push(run)
  }

  open(): void {
    if (this.#open) return
    this.#open = true
    const waiting = this.#waiting
    this.#waiting = []
    for (const run of waiting) run()
  }
}
