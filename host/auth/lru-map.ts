/** A map that forgets the entry that was unused for longest once it has more than `limit`. */
export class LruMap<Key, Value extends NonNullable<unknown>> {
  readonly #limit: number
  readonly #entries = new Map<Key, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#limit) return
    const [oldest] = this.#entries.keys()
    this.#entries.delete(oldest as Key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
