/** Which generations may answer at a given moment, and the answers that broke this rule. */
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

  /** A reload to this number begins: from now on its generation may answer. */
  begin(number: number): void {
    this.#begun = number
  }

  /** The reload was committed: no older generation may answer a request that is sent from now on. */
  commit(number: number): void {
    this.#served = number
  }

  /** Checks a text of the plugin against the generations that may have answered since the request. */
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

  /** Counts an answer that no generation of the plugin gives. */
  fail(what: string): void {
    this.answers += 1
    this.failed += 1
    this.#note(what)
  }

  /** Counts a connection that ended without being closed by the client. */
  drop(what: string): void {
    this.dropped += 1
    this.#note(what)
  }

  #note(what: string): void {
    if (this.wrong.length < 20) this.wrong.push(what.slice(0, 500))
  }
}
