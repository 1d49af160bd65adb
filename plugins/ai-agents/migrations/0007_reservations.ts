import type { Knex } from '@atrium/sdk'

/** What a reservation took from which budgets, so that any host can give it back when the one that made it is gone. */
export async function up(db: Knex) {
  await db.schema.alterTable('ai_agents_usage', (table) => {
    table.text('held')
    table.index(['state'])
  })
}

export async function down(db: Knex) {
  await db.schema.alterTable('ai_agents_usage', (table) => {
    table.dropIndex(['state'])
    table.dropColumn('held')
  })
}
