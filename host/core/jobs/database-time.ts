import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'

/** The time by the database's clock, so many milliseconds later: hosts whose own clocks differ agree about it. */
export function databaseTime({ dialect, knex }: Database, later = 0): Knex.Value | Knex.Raw<string> {
  if (dialect === 'sqlite') return new Date(Date.now() + later).toISOString()
  return knex.raw<string>(`clock_timestamp() + ? * interval '1 millisecond'`, [later])
}
