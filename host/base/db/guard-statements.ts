import type { Knex } from 'knex'
import { DatabaseError } from './database-error.ts'
import { guardSchema, type OtherHolder, readOnlyIfPlatforms, refuseForeign } from './guard-writes.ts'
import type { StatementNotes } from './made-statements.ts'

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
 * `PRAGMA query_only = ON`, nobody could write until the host is restarted. With `others`, also those that change what is not the plugin's.
 * @throws DatabaseError `statement_refused`
 */
function refuseControl(sql: unknown, others: OtherHolder | undefined): void {
  if (typeof sql !== 'string') return
  const statement = sql.replace(SPACE_OR_COMMENT, '')
  if (others) refuseForeign(statement, others)
  const [, advice] = REFUSED.find(([words]) => words.test(statement)) ?? []
  if (advice === undefined) return
  const [named] = statement.split(/[=;(\n]/)
  throw new DatabaseError('statement_refused', `A plugin may not send [${named?.trim()}]. ${advice}`)
}

type Raw = (sql: unknown, ...bindings: unknown[]) => unknown
type Guard = (knex: Knex, others?: OtherHolder) => unknown

const guarded =
  (raw: Raw, others?: OtherHolder): Raw =>
  (sql, ...bindings) => {
    refuseControl(sql, others)
    return raw(sql, ...bindings)
  }

/** The properties of a Knex through which a plugin can send its own SQL or change tables, wrapped to refuse some of it. */
export const GUARDED: ReadonlyMap<string | symbol, Guard> = new Map<string, Guard>([
  ['raw', (knex, others) => guarded((knex.raw as Raw).bind(knex), others)],
  [
    'schema',
    ({ schema }, others) =>
      Object.assign(guardSchema(schema, others), { raw: guarded((schema.raw as Raw).bind(schema), others) }),
  ],
])

/** Returns where the statements of the current work are recorded. Undefined if they are not recorded. */
export type PresentStatements = () => StatementNotes | undefined

/** Properties of a transaction that make a statement. */
const MAKING = new Set<string | symbol>(['raw', 'from', 'table', 'into', 'insert', 'update', 'del', 'delete', 'with'])

/** Tells whether something may be used yet. */
export interface UseGate {
  readonly isOpen: boolean
  /** Why not. */
  refusal(): Error
}

/** How a plugin uses a connection. */
export interface ConnectionUse {
  /** While it is closed, the connection may not be used. */
  readonly gate?: UseGate
  /** Where the statements of the current work are recorded. */
  readonly made?: PresentStatements | undefined
  /** Whose tables it may only read. */
  readonly others?: OtherHolder | undefined
}

/** The transaction as a plugin gets it. */
export const guardTransaction = (
  transaction: Knex.Transaction,
  { made, others }: ConnectionUse = {},
): Knex.Transaction =>
  new Proxy(transaction, {
    apply: (target, _this, given: [string]) => noted(readOnlyIfPlatforms(target(...given), given[0], others), made),
    get: (target, property) => {
      const value: unknown = GUARDED.get(property)?.(target, others) ?? Reflect.get(target, property)
      if (!MAKING.has(property) || made === undefined || typeof value !== 'function') return value
      return (...given: unknown[]) => noted((value as Raw).apply(target, given as [unknown]), made)
    },
  })

/** Records a statement if recording is on, and returns it. */
export const noted = <Value>(value: Value, made: PresentStatements | undefined): Value => made?.()?.note(value) ?? value
