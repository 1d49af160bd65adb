// Types for the internals of Knex that our dialects extend; Knex's own types leave them out.

declare module 'knex/lib/dialects/sqlite3/index.js' {
  import type { Knex } from 'knex'
  import type Runner from 'knex/lib/execution/runner.js'
  /** `dialect` and `driverName` are set on its prototype. */
  class SqliteClient extends Knex.Client {
    connectionSettings: object
    /** Set on the client of a transaction. */
    readonly transacting?: boolean
    _driver(): unknown
    /** Makes what runs a builder. */
    runner(builder: object): Runner
    _query(connection: object, query: object): Promise<unknown>
  }
  export = SqliteClient
}

declare module 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js' {
  import type { Knex } from 'knex'
  class SqliteTransaction {
    constructor(client: Knex.Client, container: unknown, config: unknown, outer: unknown)
    readonly readOnly?: boolean
    /** Lends a connection to the work, which begins the transaction and runs the container. */
    acquireConnection<Result>(config: object, work: (connection: object) => Promise<Result>): Promise<Result>
    begin(connection: object): Promise<unknown>
    savepoint(connection: object): Promise<unknown>
    query(connection: object, sql: string): Promise<unknown>
    /** Knex calls it at the end of a transaction with `enforceForeignCheck`. */
    _restoreForeignCheck(connection: object, enable: boolean | undefined): Promise<void>
  }
  export = SqliteTransaction
}

declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex'
  import type Runner from 'knex/lib/execution/runner.js'
  class PostgresClient extends Knex.Client {
    connectionSettings: object
    /** Set on the client of a transaction. */
    readonly transacting?: boolean
    acquireRawConnection(): Promise<object>
    /** Makes what runs a builder. */
    runner(builder: object): Runner
    _query(connection: object, query: object): Promise<unknown>
  }
  export = PostgresClient
}

declare module 'knex/lib/dialects/postgres/execution/pg-transaction.js' {
  import type { Knex } from 'knex'
  class PostgresTransaction {
    constructor(client: Knex.Client, container: unknown, config: unknown, outer: unknown)
    _completed: boolean
    _resolver(value: unknown): void
    _rejecter(error: unknown): void
    begin(connection: object): Promise<unknown>
    savepoint(connection: object): Promise<unknown>
    commit(connection: object, value: unknown): Promise<unknown>
    /** Resolves with undefined if the query failed; it has then rejected the transaction itself. */
    query(connection: object, sql: string): Promise<{ response: { command: string } } | undefined>
  }
  export = PostgresTransaction
}

declare module 'knex/lib/knex-builder/make-knex.js' {
  import type { Knex } from 'knex'
  export default function makeKnex(client: object): Knex
}

declare module 'knex/lib/execution/runner.js' {
  import type { Knex } from 'knex'
  class Runner {
    constructor(client: Knex.Client, builder: object)
    run(): Promise<unknown>
  }
  export = Runner
}
