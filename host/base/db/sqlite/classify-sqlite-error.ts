import type { DatabaseProblem, DatabaseProblemKind } from '../database-problem.ts'
import { sqliteErrorCode } from './sqlite-error-code.ts'
import { SQLITE } from './sqlite-result-codes.ts'

const KINDS: Readonly<Record<number, DatabaseProblemKind>> = {
  [SQLITE.BUSY]: 'busy',
  [SQLITE.LOCKED]: 'busy',
  [SQLITE.INTERRUPT]: 'busy',
  [SQLITE.READONLY]: 'read_only',
  [SQLITE.FULL]: 'full',
  [SQLITE.IOERR]: 'unavailable',
  [SQLITE.CORRUPT]: 'unavailable',
  [SQLITE.CANTOPEN]: 'unavailable',
  [SQLITE.NOTADB]: 'unavailable',
  [SQLITE.TOOBIG]: 'invalid_value',
  [SQLITE.MISMATCH]: 'invalid_value',
}

const CONSTRAINTS: Readonly<Record<string, DatabaseProblemKind>> = {
  UNIQUE: 'unique',
  'PRIMARY KEY': 'unique',
  'FOREIGN KEY': 'foreign_key',
  'NOT NULL': 'not_null',
  CHECK: 'check',
}

// Anchored at the end: Knex puts the SQL, which may contain anything, in front of SQLite's own words.
const CONSTRAINT = /(UNIQUE|PRIMARY KEY|FOREIGN KEY|NOT NULL|CHECK) constraint failed(?:: ([^\n]*))?$/
const COLUMN = /^(\w+)\.(\w+)$/

/** What an error of either SQLite driver means; undefined for one of another origin. */
export function classifySqliteError(error: Error): DatabaseProblem | undefined {
  const code = sqliteErrorCode(error)
  if (code === undefined) return undefined
  if (code === SQLITE.CONSTRAINT) return classifyConstraint(error.message)
  if (code === SQLITE.ERROR && /no such table: [^\n]*$/.test(error.message)) return { kind: 'missing_table' }
  const kind = KINDS[code]
  return kind && { kind }
}

/** A constraint that SQLite does not name is a trigger's RAISE, which is how a plugin writes a rule of its own. */
function classifyConstraint(message: string): DatabaseProblem {
  const [, name = '', subject = ''] = CONSTRAINT.exec(message) ?? []
  const kind = CONSTRAINTS[name] ?? 'check'
  if (kind === 'check') return subject ? { kind, constraint: subject } : { kind }
  const index = /^index '(.+)'$/.exec(subject)?.[1]
  if (index) return { kind, constraint: index }
  return { kind, ...columnsOf(subject) }
}

/** `items.name, items.day` */
function columnsOf(subject: string): Pick<DatabaseProblem, 'table' | 'columns'> {
  const found = subject.split(', ').map((part) => COLUMN.exec(part))
  const table = found[0]?.[1]
  return table ? { table, columns: found.flatMap((match) => match?.[2] ?? []) } : {}
}
