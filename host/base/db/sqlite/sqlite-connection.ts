/** A driver's connection with what we keep about it. */
export interface SqliteConnection {
  /** The error with which SQLite itself rolled the present transaction back. */
  undone?: Error
}
