import type { Knex } from '@atrium/sdk'

/** How many tools of a connector wait for a decision, and a hash by which somebody accepts exactly those that they have seen. */
export async function up(db: Knex) {
  await db.schema.alterTable('ai_agents_connectors', (table) => {
    table.integer('waiting_tools').notNullable().defaultTo(0)
    table.string('waiting_hash', 64)
  })
  const waiting = await db('ai_agents_connector_tools')
    .whereIn('state', ['quarantine', 'changed'])
    .groupBy('connector_id')
    .select<{ connector_id: number; tools: number | string }[]>('connector_id', db.raw('count(*) as tools'))
  for (const { connector_id: id, tools } of waiting)
    await db('ai_agents_connectors')
      .where({ id })
      // Any text: the next change of a tool writes the true hash, and so differs from this one.
      .update({ waiting_tools: Number(tools), waiting_hash: 'waiting since before 0006' })
}

export async function down(db: Knex) {
  await db.schema.alterTable('ai_agents_connectors', (table) => {
    table.dropColumns('waiting_tools', 'waiting_hash')
  })
}
