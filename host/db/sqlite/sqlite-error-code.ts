/** SQLite's result code of an error (https://sqlite.org/rescode.html), without its extension; undefined if it is not one of SQLite's. */
export function sqliteErrorCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errno, errcode } = error as Error & { code?: unknown; errno?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') return errcode & 0xff
  const ofSqlite3 = typeof code === 'string' && code.startsWith('SQLITE_') && typeof errno === 'number'
  return ofSqlite3 ? errno & 0xff : undefined
}

export const SQLITE = {
  ERROR: 1,
  BUSY: 5,
  LOCKED: 6,
  NOMEM: 7,
  READONLY: 8,
  INTERRUPT: 9,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  TOOBIG: 18,
  CONSTRAINT: 19,
  MISMATCH: 20,
  NOTADB: 26,
} as const
