import type { Knex } from 'knex'

/** One step of an owner's tables, as a plugin or a room of the host brings it along. */
export interface Migration {
  /** Unique for its owner; usually the file name without its ending. */
  readonly name: string
  /** Of its source: tells that an applied migration was changed. */
  readonly source_hash: string
  up(knex: Knex): unknown
  down?(knex: Knex): unknown
}
