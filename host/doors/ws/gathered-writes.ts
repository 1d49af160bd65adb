import { addWrite, type TableWrite, type Writes } from '../../base/db/index.ts'

/** Commits that are announced together. */
export class GatheredWrites {
  #tables = new Map<string, TableWrite>()
  #owners = new Set<string>()
  #isAnything = false
  #isEmpty = true

  /** @param writes undefined if anything may have been written */
  add(writes: Writes | undefined): void {
    this.#isEmpty = false
    if (writes === undefined) this.#isAnything = true
    for (const [table, write] of writes?.tables ?? []) addWrite(this.#tables, table, write)
    for (const owner of writes?.owners ?? []) this.#owners.add(owner)
  }

  /** Returns the writes added since the last call, if any. */
  take(use: (writes: Writes | undefined) => void): void {
    if (this.#isEmpty) return
    const writes = this.#isAnything ? undefined : { tables: this.#tables, owners: this.#owners }
    this.#tables = new Map()
    this.#owners = new Set()
    this.#isAnything = false
    this.#isEmpty = true
    use(writes)
  }
}
