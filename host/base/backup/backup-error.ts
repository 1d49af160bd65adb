/**
 * - `backup_exists`, `backup_failed`, `backup_nothing`: a backup cannot be written, or there is nothing to back up
 * - `backup_tool_failed`, `backup_tool_missing`: pg_dump or pg_restore
 * - `backup_damaged`, `backup_incomplete`, `backup_unreadable`: the file is not an intact backup
 * - `backup_foreign`, `backup_key_missing`, `backup_newer`: it is intact, but does not fit this host
 * - `restore_failed`, `restore_not_empty`: it cannot be restored here; nothing was changed
 */
export type BackupErrorCode =
  | 'backup_damaged'
  | 'backup_exists'
  | 'backup_failed'
  | 'backup_foreign'
  | 'backup_incomplete'
  | 'backup_key_missing'
  | 'backup_newer'
  | 'backup_nothing'
  | 'backup_tool_failed'
  | 'backup_tool_missing'
  | 'backup_unreadable'
  | 'restore_failed'
  | 'restore_not_empty'

/** A backup or a restore was refused or failed. Existing data is unchanged. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code: BackupErrorCode

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The message of any thrown value. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
