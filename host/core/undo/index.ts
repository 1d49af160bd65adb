/**
 * Undo: the inverse of each change of the record kit is stored for a while, and performed when the person who made the change asks for it.
 */
export { undoMigrations } from './undo-migrations.ts'
export { createUndoRoom, type UndoRoom } from './undo-room.ts'
