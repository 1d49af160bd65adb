import { DatabaseError } from './database-error.ts'

/** Thrown by `tryLock`: someone else holds the lock. The key is not repeated in the message, it may come from a client. */
export class LockBusy extends DatabaseError {
  readonly key: string

  constructor(key: string) {
    super('lock_busy', 'The same work is being done right now. Ask again in a second.')
    this.key = key
  }
}
