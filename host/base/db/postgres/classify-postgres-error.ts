import type { DatabaseProblem, DatabaseProblemKind } from '../database-problem.ts'

/** The members of pg's DatabaseError that we read. */
interface PostgresError extends Error {
  code?: string
  constraint?: string
  table?: string
  column?: string
  detail?: string
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, and Node's codes for a server that cannot be reached */
const KINDS: Readonly<Record<string, DatabaseProblemKind>> = {
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
  '57014': 'busy',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '57P05': 'unavailable',
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

/** pg gives these no code. */
const LOST =
  /Connection terminated|Connection ended|connection error and is not queryable|timeout expired|Client was closed/

/** What an error of PostgreSQL, of pg or of the network below it means; undefined for one of another origin. */
export function classifyPostgresError(error: PostgresError): DatabaseProblem | undefined {
  const kind = kindOf(error)
  if (!kind) return undefined
  const columns = columnsOf(error)
  return {
    kind,
    ...(error.constraint && { constraint: error.constraint }),
    ...(error.table && { table: error.table }),
    ...(columns && { columns }),
  }
}

function kindOf({ code, message }: PostgresError): DatabaseProblemKind | undefined {
  if (typeof code === 'string') return KINDS[code] ?? CLASSES[code.slice(0, 2)]
  return LOST.test(message) ? 'unavailable' : undefined
}

/** `Key (client_id, day)=(1, …) already exists.`: the names before `=`; an index on an expression has none. */
function columnsOf({ column, detail }: PostgresError): string[] | undefined {
  if (column) return [column]
  const list = /^Key \(([\w, "]+)\)=/.exec(detail ?? '')?.[1]
  return list?.split(', ').map((name) => name.replaceAll('"', ''))
}
