/** Which generations may answer at a moment, and what has answered that may not. */
export class Ledger {
  /** What was wrong with answers, a few of each kind. */
  readonly wrong: string[] = []
  answers = 0
  mixed = 0
  foreign = 0
  dropped = 0
  failed = 0
  #served = 0
  #begun = 0

  /** The generation that is known to serve. */
  get served(): number {
    return this.#served
  }

  /** A reload to this number begins: from now on it may answer. */
  begin(number: number): void {
    this.#begun = number
  }

  /** It has been committed: none before it may answer a request that is sent from now on. */
  commit(number: number): void {
    this.#served = number
  }

  /** Holds a text that came from the plugin against what may have answered since it was asked for. */
  hold(text: string, { asked, what }: { asked: number; what: string }): void {
    this.answers += 1
    const numbers = new Set([...text.matchAll(/#(\d+)/g)].map(([, number]) => Number(number)))
    const [number = NaN] = numbers
    if (numbers.size !== 1) {
      this.mixed += 1
      this.#note(`${what} is of ${numbers.size} generations: ${text}`)
    } else if (!(number >= asked && number <= this.#begun)) {
      this.foreign += 1
      this.#note(`${what} is of ${number}, not of ${asked} to ${this.#begun}`)
    }
  }

  /** An answer that is none of the plugin's. */
  fail(what: string): void {
    this.answers += 1
    this.failed += 1
    this.#note(what)
  }

  /** A connection that ended though nobody has closed it. */
  drop(what: string): void {
    this.dropped += 1
    this.#note(what)
  }

  #note(what: string): void {
    if (this.wrong.length < 20) this.wrong.push(what.slice(0, 500))
  }
}
