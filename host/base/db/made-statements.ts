import { type Builder, isChange, nameOf } from './awaited-statements.ts'

/** A statement that a plugin has made. Knex sends it only once it is awaited. */
export class MadeStatement {
  readonly #builder: WatchedBuilder
  /** Has the stack of the author's call. */
  readonly origin: { readonly stack?: string } = {}
  /** Whether it was sent, or has become part of another statement. */
  isUsed = false
  isRunning = false

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

/** The statements that one work of a plugin has made and that have not ended. */
export class MadeStatements {
  readonly #made = new Set<MadeStatement>()

  /** Watches an object of Knex, if it is a statement. */
  note<Value>(value: Value): Value {
    if (!isStatement(value)) return value
    const made: MadeStatement = new MadeStatement(value, () => void this.#made.delete(made))
    this.#made.add(made)
    const [oldest] = this.#made
    if (oldest && this.#made.size > MOST) this.#made.delete(oldest)
    return value
  }

  /** Running statements, and changes that were not sent. */
  left(): MadeStatement[] {
    const made = [...this.#made]
    return made.filter((each) => each.isRunning || (each.isForgotten && !made.some((other) => other.contains(each))))
  }
}

const isStatement = (value: unknown): value is WatchedBuilder =>
  typeof value === 'object' && value !== null && 'toSQL' in value && 'then' in value
