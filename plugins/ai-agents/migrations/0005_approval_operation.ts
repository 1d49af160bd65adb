import type { Knex } from '@atrium/sdk'

/** What an approved call would run, by which screens show its arguments in words. */
export async function up(db: Knex) {
  await db.schema.alterTable('ai_agents_approvals', (table) => {
    table.string('operation', 400)
  })
}

export async function down(db: Knex) {
  await db.schema.alterTable('ai_agents_approvals', (table) => table.dropColumn('operation'))
}
