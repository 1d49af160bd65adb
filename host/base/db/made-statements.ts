import { type Builder, isChange, nameOf } from './awaited-statements.ts'
import { classifyDatabaseError } from './classify-database-error.ts'

/** A statement that a plugin has made. Knex sends it only once it is awaited. */
export class MadeStatement {
  readonly #builder: WatchedBuilder
  /** Has the stack of the author's call. */
  readonly origin: { readonly stack?: string } = {}
  /** Whether it was sent, or has become part of another statement. */
  isUsed = false
  isRunning = false
  /** What the database answered, if it failed. */
  error: unknown

  constructor(builder: WatchedBuilder, onEnd: () => void) {
    this.#builder = builder
    Error.captureStackTrace(this.origin, MadeStatement)
    const { then, toSQL, clone } = builder
    const end = () => {
      this.isRunning = false
      onEnd()
    }
    builder.then = (onValue, onError) => {
      this.isUsed = this.isRunning = true
      const ended = (value: unknown) => {
        end()
        return onValue ? onValue(value) : value
      }
      const failed = (error: unknown) => {
        this.error = error
        end()
        if (onError) return onError(error)
        throw error
      }
      return then.call(builder, ended, failed)
    }
    builder.toSQL = (...parameters) => {
      this.isUsed = true
      return toSQL.apply(builder, parameters)
    }
    if (clone)
      builder.clone = () => {
        this.isUsed = true
        return clone.call(builder)
      }
  }

  /** The statement as its author would recognize it: `db('fleet_vans').insert()`. */
  get name(): string {
    return nameOf(this.#builder)
  }

  /** Whether it would change something, but was never sent. */
  get isForgotten(): boolean {
    return !this.isUsed && isChange(this.#builder)
  }

  /** Whether it is part of another statement, as in `db.with('added', db('vans').insert(van))`. */
  isPartOf({ _statements = [] }: WatchedBuilder): boolean {
    return _statements.some(({ value }) => value === this.#builder)
  }

  contains(other: MadeStatement): boolean {
    return other.isPartOf(this.#builder)
  }
}

interface WatchedBuilder extends Builder {
  then(onValue?: (value: unknown) => unknown, onError?: (error: unknown) => unknown): unknown
  toSQL: (...parameters: unknown[]) => unknown
  clone?: () => unknown
  readonly _statements?: readonly { readonly value?: unknown }[]
}

/** The number of statements that are remembered. Queries that are parts of others are never sent themselves. */
const MOST = 1_000

/** Work that is not a statement, such as adding a job. */
export type OtherWork = Pick<MadeStatement, 'name' | 'origin' | 'isRunning' | 'isUsed' | 'isForgotten'>

/** Where the statements of a call are noted when a plugin makes them. */
export interface StatementNotes {
  /** Notes an object of Knex, if it is a statement, and returns it. */
  note<Value>(value: Value): Value
  /** Notes work that the plugin has to await, and returns it. */
  watch<Value>(name: string, work: Promise<Value>): Promise<Value>
}

/** The statements that one work of a plugin has made and that have not ended. */
export class MadeStatements implements StatementNotes {
  readonly #made = new Set<MadeStatement>()
  readonly #others = new Set<OtherWork>()
  #broken: MadeStatement | undefined

  /** The first statement that can never succeed: its table or column does not exist, or its syntax is wrong. */
  get broken(): MadeStatement | undefined {
    return this.#broken
  }

  /** Watches work that the plugin has to await. */
  async watch<Value>(name: string, work: Promise<Value>): Promise<Value> {
    const other = { name, origin: {}, isRunning: true, isUsed: true, isForgotten: false }
    Error.captureStackTrace(other.origin, this.watch)
    this.#others.add(other)
    try {
      return await work
    } finally {
      this.#others.delete(other)
    }
  }

  /** Watches an object of Knex, if it is a statement. */
  note<Value>(value: Value): Value {
    if (!isStatement(value)) return value
    const made: MadeStatement = new MadeStatement(value, () => this.#end(made))
    this.#made.add(made)
    const [oldest] = this.#made
    if (oldest && this.#made.size > MOST) this.#made.delete(oldest)
    return value
  }

  /** Running statements, and changes that were not sent. */
  left(): (MadeStatement | OtherWork)[] {
    const made = [...this.#made]
    const isLeft = (each: MadeStatement) =>
      each.isRunning || (each.isForgotten && !made.some((other) => other.contains(each)))
    return [...made.filter(isLeft), ...this.#others]
  }

  #end(made: MadeStatement): void {
    this.#made.delete(made)
    if (isBroken(made.error)) this.#broken ??= made
  }
}

const isStatement = (value: unknown): value is WatchedBuilder =>
  typeof value === 'object' && value !== null && 'toSQL' in value && 'then' in value

/**
 * Notes the statements that a call which only reads makes after its end. The database refuses those that change something, when nothing else
 * knows the author's line any more, so the stack of that error gets it.
 */
export const READ_STATEMENTS: StatementNotes = {
  watch: (_name, work) => work,
  note(value) {
    if (!isStatement(value)) return value
    const made: MadeStatement = new MadeStatement(value, () => addOrigin(made))
    return value
  },
}

function addOrigin({ error, origin: { stack = '' } }: MadeStatement): void {
  if (!(error instanceof Error) || classifyDatabaseError(error)?.kind !== 'read_only') return
  error.stack = `${error.stack ?? error.message}${stack.slice(stack.indexOf('\n'))}`
}

/** Of PostgreSQL: undefined table, undefined column, syntax error. */
const BROKEN_CODES = new Set<unknown>(['42P01', '42703', '42601'])

const BROKEN_MESSAGE =
  /SQLITE_ERROR: (?:no such (?:table|column): |table \S+ has no column named |near ".*": syntax error)/

const isBroken = (error: unknown): boolean =>
  error instanceof Error && (BROKEN_CODES.has((error as { code?: unknown }).code) || BROKEN_MESSAGE.test(error.message))
