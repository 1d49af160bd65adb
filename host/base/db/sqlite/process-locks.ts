import type { Locks } from '../connections.ts'
import { LockBusy } from '../lock-busy.ts'
import type { TransactionScope } from '../transaction-scope.ts'

/** Locks among the calls of one process, which is all there is: one host per SQLite file. */
export class ProcessLocks implements Locks {
  /** With one writer, BEGIN waits for the holder: taken after it, the lock would never be found held. */
  readonly beforeBegin = true
  readonly #holders = new Map<string, TransactionScope>()

  async take(key: string, scope: TransactionScope): Promise<void> {
    const holder = this.#holders.get(key)
    if (holder === scope.outermost) return
    if (holder) throw new LockBusy(key)
    this.#holders.set(key, scope.outermost)
    scope.outermost.atEnd(() => this.#holders.delete(key))
  }
}
