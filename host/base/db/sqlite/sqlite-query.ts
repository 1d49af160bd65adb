/** A statement on its way through Knex, which reads `response` or `context` from it afterwards. */
export interface SqliteQuery {
  sql: string
  bindings?: unknown[]
  method?: string
  returning?: unknown
  response?: unknown[]
  context?: { lastID: number; changes: number }
}

/** Whether Knex expects the number of changes from it, and not rows. */
export function changesOnly({ method, returning }: SqliteQuery): boolean {
  if (method === 'del' || method === 'counter') return true
  return (method === 'insert' || method === 'update') && !returning
}
