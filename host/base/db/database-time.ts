import type { Knex } from 'knex'
import type { Database } from './database.ts'

/** Returns the database's time plus `later` milliseconds. Hosts with different clocks agree on it. */
export function databaseTime(
  { dialect, knex }: Pick<Database, 'dialect' | 'knex'>,
  later = 0,
): Knex.Value | Knex.Raw<string> {
  if (dialect === 'sqlite') return new Date(Date.now() + later).toISOString()
  return knex.raw<string>(`clock_timestamp() + ? * interval '1 millisecond'`, [later])
}
