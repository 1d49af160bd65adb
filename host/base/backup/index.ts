export { backUp, type BackupResult } from './back-up.ts'
export { BackupError } from './backup-error.ts'
export { restore, type RestoreResult } from './restore.ts'
