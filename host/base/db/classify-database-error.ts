import type { DatabaseErrorCode, DatabaseProblem, DatabaseProblemKind } from './database-error.ts'
import { DatabaseError } from './database-error.ts'
import { sqliteErrorCode, SQLITE } from './sqlite-error-code.ts'

const SQLITE_KINDS: Readonly<Record<number, DatabaseProblemKind>> = {
  [SQLITE.BUSY]: 'busy',
  [SQLITE.LOCKED]: 'busy',
  [SQLITE.SCHEMA]: 'busy',
  [SQLITE.INTERRUPT]: 'late',
  [SQLITE.READONLY]: 'read_only',
  [SQLITE.FULL]: 'full',
  [SQLITE.IOERR]: 'unavailable',
  [SQLITE.CORRUPT]: 'corrupt',
  [SQLITE.CANTOPEN]: 'unavailable',
  [SQLITE.NOTADB]: 'corrupt',
  [SQLITE.TOOBIG]: 'invalid_value',
  [SQLITE.MISMATCH]: 'invalid_value',
}

/** The codes for which a table may be missing: while other connections change the schema, SQLite reports that it has changed. */
const OF_TABLES = new Set<number>([SQLITE.ERROR, SQLITE.SCHEMA])

const CONSTRAINTS: Readonly<Record<string, DatabaseProblemKind>> = {
  UNIQUE: 'unique',
  'PRIMARY KEY': 'unique',
  'FOREIGN KEY': 'foreign_key',
  'NOT NULL': 'not_null',
  CHECK: 'check',
}

// Anchored at the end, because Knex puts the SQL, which may contain anything, before SQLite's message.
const CONSTRAINT = /(UNIQUE|PRIMARY KEY|FOREIGN KEY|NOT NULL|CHECK) constraint failed(?:: ([^\n]*))?$/
const COLUMN = /^(\w+)\.(\w+)$/

/** Classifies an error of either SQLite driver; undefined for any other error. */
function classifySqliteError(error: Error): DatabaseProblem | undefined {
  const code = sqliteErrorCode(error)
  if (code === undefined) return undefined
  if (code === SQLITE.CONSTRAINT) return classifyConstraint(error.message)
  if (OF_TABLES.has(code) && /no such table: [^\n]*$/.test(error.message)) return { kind: 'missing_table' }
  const kind = SQLITE_KINDS[code]
  return kind && { kind }
}

/** A constraint error without a name comes from a trigger's RAISE, with which a plugin enforces its own rule. */
function classifyConstraint(message: string): DatabaseProblem {
  const [, name = '', subject = ''] = CONSTRAINT.exec(message) ?? []
  const kind = CONSTRAINTS[name] ?? 'check'
  if (kind === 'check') return subject ? { kind, constraint: subject } : { kind }
  const index = /^index '(.+)'$/.exec(subject)?.[1]
  if (index) return { kind, constraint: index }
  // SQLite does not say which side of the reference is at fault. Nothing but a deletion can take away what others refer to.
  if (kind === 'foreign_key' && /^delete /i.test(message)) return { kind, is_referenced: true }
  return { kind, ...sqliteColumns(subject) }
}

/** Reads `items.name, items.day`. */
function sqliteColumns(subject: string): Pick<DatabaseProblem, 'table' | 'columns'> {
  const found = subject.split(', ').map((part) => COLUMN.exec(part))
  const table = found[0]?.[1]
  return table ? { table, columns: found.flatMap((match) => match?.[2] ?? []) } : {}
}

/** The members of pg's DatabaseError that are read here. */
interface PostgresError extends Error {
  code?: string
  constraint?: string
  table?: string
  column?: string
  detail?: string
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, and Node's codes for an unreachable server */
const POSTGRES_KINDS: Readonly<Record<string, DatabaseProblemKind>> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23502': 'not_null',
  '23514': 'check',
  '23P01': 'exclusion',
  '25006': 'read_only',
  '3D000': 'unavailable',
  '40001': 'busy',
  '40P01': 'busy',
  '42P01': 'missing_table',
  '53100': 'full',
  '53300': 'busy',
  '55P03': 'busy',
  '57014': 'late',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '57P05': 'unavailable',
  XX001: 'corrupt',
  XX002: 'corrupt',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOENT: 'unavailable',
  ENOTFOUND: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
}

const CLASSES: Readonly<Record<string, DatabaseProblemKind>> = {
  '08': 'unavailable',
  '22': 'invalid_value',
  '28': 'unavailable',
}

/** pg throws these errors without a code. */
const LOST =
  /Connection terminated|Connection ended|connection error and is not queryable|timeout expired|Client was closed/

/** Classifies an error of PostgreSQL, pg or the network; undefined for any other error. */
function classifyPostgresError(error: PostgresError): DatabaseProblem | undefined {
  const kind = postgresKind(error)
  if (!kind) return undefined
  if (kind === 'foreign_key' && / is still referenced from table /.test(error.detail ?? ''))
    return { kind, ...(error.constraint && { constraint: error.constraint }), is_referenced: true }
  const columns = postgresColumns(error)
  return {
    kind,
    ...(error.constraint && { constraint: error.constraint }),
    ...(error.table && { table: error.table }),
    ...(columns && { columns }),
  }
}

function postgresKind({ code, message }: PostgresError): DatabaseProblemKind | undefined {
  if (typeof code === 'string') return POSTGRES_KINDS[code] ?? CLASSES[code.slice(0, 2)]
  return LOST.test(message) ? 'unavailable' : undefined
}

/** Reads the names before `=` in `Key (client_id, day)=(1, …) already exists.` An index on an expression has none. */
function postgresColumns({ column, detail }: PostgresError): string[] | undefined {
  if (column) return [column]
  const list = /^Key \(([\w, "]+)\)=/.exec(detail ?? '')?.[1]
  return list?.split(', ').map((name) => name.replaceAll('"', ''))
}

const OURS: Partial<Record<DatabaseErrorCode, DatabaseProblemKind>> = {
  database_busy: 'busy',
  database_unavailable: 'unavailable',
  lock_busy: 'busy',
  time_over: 'late',
  transaction_unused: 'unused',
  turn_late: 'busy',
}

/** Classifies an error thrown by a query, a transaction or `ping`; undefined if it does not come from the database. */
export function classifyDatabaseError(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseError) return classifyOurs(error)
  if (error.name === 'KnexTimeoutError') return { kind: 'busy' }
  return classifySqliteError(error) ?? classifyPostgresError(error)
}

function classifyOurs(error: DatabaseError): DatabaseProblem | undefined {
  const kind = OURS[error.code]
  return kind ? { kind } : undefined
}
