/**
 * Names attempts to submit: the same content gets the same key until it has arrived, so that a double click or a second try
 * after a lost answer creates one record and not two.
 */
export class IdempotencyKeys {
  #content: string | null = null
  #key = ''

  keyFor(content: string): string {
    if (content !== this.#content) {
      this.#content = content
      this.#key = randomKey()
    }
    return this.#key
  }

  /** After the content has arrived: the same again is meant to be another. */
  forget(): void {
    this.#content = null
  }
}

/** `crypto.randomUUID` is missing where the page does not come over https, as in a local network. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
