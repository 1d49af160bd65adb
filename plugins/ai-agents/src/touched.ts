/** The columns that every change of a row outside its store must set. */
export const touched = (db: { raw(sql: string): unknown }) =>
  ({ updated_at: new Date().toISOString(), version: db.raw('version + 1') }) as object
