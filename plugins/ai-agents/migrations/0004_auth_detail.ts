import type { Knex } from '@atrium/sdk'

/** Why a connector is not signed in, and what to do next. */
export async function up(db: Knex) {
  await db.schema.alterTable('ai_agents_connectors', (table) => {
    table.string('auth_detail', 500)
  })
}

export async function down(db: Knex) {
  await db.schema.alterTable('ai_agents_connectors', (table) => table.dropColumn('auth_detail'))
}
