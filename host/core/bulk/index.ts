/** Bulk actions that are too large for one request: they run in the background, in portions. */
export { bulkMigrations } from './bulk-migrations.ts'
export { type BulkRoom, createBulkRoom } from './bulk-room.ts'
