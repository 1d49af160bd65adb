import type { Knex } from 'knex'
import { DatabaseError } from './database-error.ts'
import type { MadeStatements } from './made-statements.ts'

/** Why a statement is refused, by its first words after any comments. */
const REFUSED: readonly [words: RegExp, advice: string][] = [
  [
    /^(?:begin|start transaction|commit|end|rollback|abort|savepoint|release|prepare transaction)\b/i,
    'The host begins and ends transactions. Throw an error to undo one, or nest another with `db.transaction(async () => { … })`.',
  ],
  [
    /^pragma\s+[^=]*=|^pragma\s+(?!\w*(?:_info|_list|_check)\b)(?:\w+\.)?\w+\s*\(/i,
    'It would change the connection that all plugins share. Remove it.',
  ],
  [
    /^(?:set (?!local |constraints |transaction )|reset |discard |listen |unlisten )/i,
    'It would change a connection that all plugins share. Write `set local …`, which ends with the transaction, or remove it.',
  ],
  [/^(?:attach|detach|vacuum)\b/i, 'It concerns the whole database, which the operator looks after. Remove it.'],
]

const SPACE_OR_COMMENT = /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/

/**
 * Refuses statements that would end the host's transactions or change the connections that all plugins share: after
 * `PRAGMA query_only = ON`, nobody could write until the host is restarted.
 * @throws DatabaseError `statement_refused`
 */
function refuseControl(sql: unknown): void {
  if (typeof sql !== 'string') return
  const statement = sql.replace(SPACE_OR_COMMENT, '')
  const [, advice] = REFUSED.find(([words]) => words.test(statement)) ?? []
  if (advice === undefined) return
  const [named] = statement.split(/[=;(\n]/)
  throw new DatabaseError('statement_refused', `A plugin may not send [${named?.trim()}]. ${advice}`)
}

type Raw = (sql: unknown, ...bindings: unknown[]) => unknown
type Guard = (knex: Knex) => unknown

const guarded =
  (raw: Raw): Raw =>
  (sql, ...bindings) => {
    refuseControl(sql)
    return raw(sql, ...bindings)
  }

/** The properties of a Knex through which a plugin can send its own SQL, wrapped to refuse such statements. */
export const GUARDED: ReadonlyMap<string | symbol, Guard> = new Map<string, Guard>([
  ['raw', (knex) => guarded((knex.raw as Raw).bind(knex))],
  ['schema', ({ schema }) => Object.assign(schema, { raw: guarded((schema.raw as Raw).bind(schema)) })],
])

/** Returns where the statements of the current work are recorded. Undefined if they are not recorded. */
export type PresentStatements = () => MadeStatements | undefined

/** Properties of a transaction that make a statement. */
const MAKING = new Set<string | symbol>(['raw', 'from', 'table', 'into', 'insert', 'update', 'del', 'delete', 'with'])

/** The transaction as a plugin gets it. */
export const guardTransaction = (transaction: Knex.Transaction, made?: PresentStatements): Knex.Transaction =>
  new Proxy(transaction, {
    apply: (target, _this, given: [string]) => noted(target(...given), made),
    get: (target, property) => {
      const value: unknown = GUARDED.get(property)?.(target) ?? Reflect.get(target, property)
      if (!MAKING.has(property) || made === undefined || typeof value !== 'function') return value
      return (...given: unknown[]) => noted((value as Raw).apply(target, given as [unknown]), made)
    },
  })

/** Records a statement if recording is on, and returns it. */
export const noted = <Value>(value: Value, made: PresentStatements | undefined): Value => made?.()?.note(value) ?? value
