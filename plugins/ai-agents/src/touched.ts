/** What every change of a row sets that does not go through its store. */
export const touched = (db: { raw(sql: string): unknown }) =>
  ({ updated_at: new Date().toISOString(), version: db.raw('version + 1') }) as object
