import type { Knex } from 'knex'
import type { Database, Migration, TableSource } from '../../base/db/index.ts'

export const HOST_TABLE = 'platform_hosts'

/** The table of this room, for the owner `platform`. An applied migration of the host is never edited. */
export const hostMigrations: readonly Migration[] = [
  {
    name: 'hosts-001-hosts',
    source_hash: '1',
    up: (knex) =>
      knex.schema.createTable(HOST_TABLE, (table) => {
        table.string('id', 36).primary()
        table.text('name').notNullable()
        table.text('address').notNullable()
        table.text('version').notNullable().comment('of Atrium')
        table.text('node').notNullable()
        table.timestamp('started_at').notNullable()
        table.timestamp('seen_at').notNullable()
        table.boolean('is_ready').notNullable()
        table.text('keys').notNullable().comment('JSON: the ids of its keys for secrets, the sealing one first')
        table.text('plugins').notNullable().comment('JSON')
      }),
  },
  {
    name: 'hosts-002-files',
    source_hash: '1',
    up: (knex) =>
      knex.schema.alterTable(HOST_TABLE, (table) => {
        table.text('files').comment('JSON')
      }),
  },
]

/** A plugin on one host. */
export interface HostPlugin {
  readonly id: string
  readonly version: string
  readonly state: string
  /** A hash of the files that serve. Undefined if it does not serve. */
  readonly content?: string
  /** The latest request to reload it on all hosts that this host has followed. */
  readonly reload?: string
}

/** Where the files of a host are. */
export interface HostFiles {
  readonly place: 'bucket' | 'folder'
  /** The names of other hosts that have not left a mark in the folder. */
  readonly without: readonly string[]
}

/** The entry that a host stores about itself. */
export interface HostEntry {
  /** Identifies one process: a restarted host gets a new id. */
  readonly id: string
  /** The name of the machine and the port: `atrium1:3000`. */
  readonly name: string
  readonly address: string
  /** The version of Atrium. */
  readonly version: string
  readonly node: string
  readonly started_at: string
  readonly seen_at: string
  /** Whether it has tried to load its plugins. */
  readonly is_ready: boolean
  readonly keys: readonly string[]
  readonly plugins: readonly HostPlugin[]
  /** Undefined for a host of an older version. */
  readonly files?: HostFiles | undefined
}

/** A host that is listed. */
export interface ListedHost extends HostEntry {
  /** Milliseconds since its last heartbeat, by the clock of the database. */
  readonly silent: number
}

type Row = Omit<ListedHost, 'keys' | 'plugins' | 'files'> & { keys: string; plugins: string; files: string | null }

/** Milliseconds of silence after which a host counts as gone: as long as its lease on a job. */
export const GONE_AFTER = 30_000

/** Whether a host has sent a heartbeat lately. */
export const isAlive = ({ silent }: Pick<ListedHost, 'silent'>) => silent < GONE_AFTER

/** Reads the hosts of a PostgreSQL database, by name. */
export const readHosts = ({ reader }: Pick<TableSource, 'reader'>): Promise<ListedHost[]> =>
  select(reader(HOST_TABLE), reader)

/** Sends the heartbeat of a host, if it is listed, and reads all hosts, with one statement: an idle host sends it every few seconds. */
export function beatAndRead({ knex }: Pick<Database, 'knex'>, id: string): Promise<ListedHost[]> {
  const beat = knex(HOST_TABLE)
    .where({ id })
    .update({ seen_at: knex.raw('clock_timestamp()') })
  return select(knex(HOST_TABLE).with('beat', beat), knex)
}

async function select(query: Knex.QueryBuilder, knex: Knex): Promise<ListedHost[]> {
  const silent = knex.raw('(extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as silent')
  const rows = (await query.select('*', silent).orderBy(['name', 'started_at'])) as Row[]
  return rows.map(({ keys, plugins, files, ...rest }) => ({
    ...rest,
    ...(files != null && { files: JSON.parse(files) as HostFiles }),
    keys: JSON.parse(keys) as string[],
    plugins: JSON.parse(plugins) as HostPlugin[],
  }))
}

/** The stored form. */
export const toRow = ({ keys, plugins, files, seen_at: _, ...rest }: HostEntry) => ({
  ...rest,
  files: JSON.stringify(files),
  keys: JSON.stringify(keys),
  plugins: JSON.stringify(plugins),
})
