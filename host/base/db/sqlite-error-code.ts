/** The result codes that the host acts on: https://sqlite.org/rescode.html */
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
  SCHEMA: 17,
  TOOBIG: 18,
  CONSTRAINT: 19,
  MISMATCH: 20,
  NOTADB: 26,
} as const

/** Returns the primary result code of a SQLite error; undefined for any other error. */
export function sqliteErrorCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errno, errcode } = error as Error & { code?: unknown; errno?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR') return typeof errcode === 'number' ? errcode & 0xff : codeOfMessage(error.message)
  const ofSqlite3 = typeof code === 'string' && code.startsWith('SQLITE_') && typeof errno === 'number'
  return ofSqlite3 ? errno & 0xff : undefined
}

/** SQLite's messages. Anchored at the end, because Knex puts the SQL before them. */
const MESSAGES: readonly (readonly [RegExp, number])[] = [
  [/ constraint failed(: [^\n]*)?$/, SQLITE.CONSTRAINT],
  [/database is locked$/, SQLITE.BUSY],
  [/table is locked(: \w+)?$/, SQLITE.LOCKED],
  [/out of memory$/, SQLITE.NOMEM],
  [/attempt to write a readonly database$/, SQLITE.READONLY],
  [/interrupted$/, SQLITE.INTERRUPT],
  [/disk I\/O error$/, SQLITE.IOERR],
  [/database disk image is malformed$/, SQLITE.CORRUPT],
  [/database or disk is full$/, SQLITE.FULL],
  [/unable to open database file$/, SQLITE.CANTOPEN],
  [/string or blob too big$/, SQLITE.TOOBIG],
  [/datatype mismatch$/, SQLITE.MISMATCH],
  [/file is not a database$/, SQLITE.NOTADB],
]

/** The prebuilt driver (1.2.1) omits the code if a statement returns rows, as with RETURNING. */
function codeOfMessage(message: string): number {
  return MESSAGES.find(([words]) => words.test(message))?.[1] ?? SQLITE.ERROR
}
