/** The part of a socket that an inbox controls. */
interface Source {
  pause(): void
  resume(): void
}

/**
 * The messages of one connection, in the order in which they came. While one cannot begin yet, the connection is not read, so the others
 * wait at the client: memory and answers for what is refused anyway would cost everybody else time.
 */
export class Inbox {
  readonly #source: Source
  readonly #begin: (text: string | undefined) => Promise<void> | undefined
  /** Those that had been read before the pause. */
  readonly #waiting: (string | undefined)[] = []
  #isPaused = false

  /** @param begin begins the work of a message. Returns when the next may begin; undefined: at once. It never rejects */
  constructor(source: Source, begin: (text: string | undefined) => Promise<void> | undefined) {
    this.#source = source
    this.#begin = begin
  }

  receive(text: string | undefined): void {
    this.#waiting.push(text)
    if (!this.#isPaused) this.#work()
  }

  #work(): void {
    while (this.#waiting.length > 0) {
      const begun = this.#begin(this.#waiting.shift())
      if (begun === undefined) continue
      this.#pause()
      return void begun.then(() => this.#work())
    }
    if (this.#isPaused) this.#source.resume()
    this.#isPaused = false
  }

  #pause(): void {
    if (!this.#isPaused) this.#source.pause()
    this.#isPaused = true
  }
}
