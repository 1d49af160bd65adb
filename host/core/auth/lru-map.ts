/**
 * A map that forgets what was unused for long: of more than `limit` entries, at least the half that was used last is there. Two
 * generations instead of an order, because taking an entry out and putting it back at each use leaves garbage that only a major
 * collection removes.
 */
export class LruMap<Key, Value extends NonNullable<unknown>> {
  readonly #half: number
  #recent = new Map<Key, Value>()
  #older = new Map<Key, Value>()

  constructor(limit: number) {
    this.#half = Math.max(1, Math.floor(limit / 2))
  }

  get(key: Key): Value | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: Key, value: Value): void {
    if (this.#recent.size >= this.#half && !this.#recent.has(key)) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }

  clear(): void {
    this.#recent.clear()
    this.#older.clear()
  }
}
