/** Undo: the inverse of each change of the record kit is kept for a while, and performed when whoever made the change asks for it. */
export { undoMigrations } from './undo-migrations.ts'
export { createUndoRoom, type UndoRoom } from './undo-room.ts'
