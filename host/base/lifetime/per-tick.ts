import type { Undo } from '@atrium/sdk'

/** What is noted within one turn of the event loop, told once at its end, in the order of the first note of each key. */
export class PerTick<Key, Noted> {
  readonly #tell: (noted: ReadonlyMap<Key, Noted>) => void
  #noted = new Map<Key, Noted>()
  #pending: NodeJS.Immediate | undefined

  constructor(tell: (noted: ReadonlyMap<Key, Noted>) => void) {
    this.#tell = tell
  }

  /** @param merge what to keep where something is noted already. Default: the later */
  note(key: Key, value: Noted, merge: (former: Noted) => Noted = () => value): void {
    const former = this.#noted.get(key)
    this.#noted.set(key, former === undefined ? value : merge(former))
    this.#pending ??= setImmediate(() => this.#flush())
  }

  /** Forgets what was not told yet. */
  readonly stop: Undo = () => clearImmediate(this.#pending)

  #flush(): void {
    const noted = this.#noted
    this.#noted = new Map()
    this.#pending = undefined
    this.#tell(noted)
  }
}
