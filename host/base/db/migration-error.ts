import { DatabaseError } from './database-error.ts'

/** A migration that stands in the way; nothing of it was kept. */
export class MigrationError extends DatabaseError {
  declare readonly code: 'migration_changed' | 'migration_failed'
  /** The plugin, or the room of the host, whose migration it is. */
  readonly owner: string
  readonly migration: string

  constructor(
    code: MigrationError['code'],
    { owner, migration }: { owner: string; migration: string },
    { message, ...options }: ErrorOptions & { message: string },
  ) {
    super(code, message, options)
    this.owner = owner
    this.migration = migration
  }
}

export function migrationChanged(owner: string, migration: string): MigrationError {
  const message =
    `The migration [${migration}] of [${owner}] was changed after it had been applied. Restore it and add a new one, ` +
    `or drop the tables of a plugin in development by: atrium plugins reset ${owner}`
  return new MigrationError('migration_changed', { owner, migration }, { message })
}

export function migrationFailed(owner: string, migration: string, cause: unknown): MigrationError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The migration [${migration}] of [${owner}] failed and was rolled back: ${reason}`
  return new MigrationError('migration_failed', { owner, migration }, { message, cause })
}
