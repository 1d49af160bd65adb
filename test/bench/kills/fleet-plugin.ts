import type { PluginFiles } from '../../helpers/plugin-directory.ts'

/** Vans that bulk actions sell. A sale of a van counts up. */
export const VANS = 600

/** A plugin `fleet` with a bulk route. Each later generation adds a migration. */
export const fleetPlugin: PluginFiles = {
  'src/number.ts': numberFile(0),
  'src/index.ts': `
import { table_store, Type } from '@atrium/sdk'
import { number } from './number.ts'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), sold: Type.Integer() })
export const register_routes = (routes, { db }) => {
  routes.records('/vans/{id}', table_store(db, 'fleet_vans', Van, { filter: ['sold'] }))
  routes.post('/vans/{id}/sell', {}, ({ params }) => db('fleet_vans').where({ id: params.id }).increment('sold', 1))
  routes.bulk('/vans/sell', 'POST /vans/{id}/sell')
  routes.get('/number', { permission: 'fleet.vans.view' }, () => ({ number }))
  routes.get('/counts', { permission: 'fleet.vans.view' }, async () => {
    const counts = []
    for (let at = 1; at <= number; at += 1) counts.push((await db('fleet_t' + at)).length)
    return { counts }
  })
}`,
  'migrations/0000_vans.ts': `
export const up = async (knex) => {
  await knex.schema.createTable('fleet_vans', (table) => {
    table.increments('id')
    for (const name of ['sold', 'version']) table.integer(name).notNullable().defaultTo(0)
  })
  await knex.batchInsert('fleet_vans', Array.from({ length: ${VANS} }, () => ({ version: 1 })), 100)
}`,
}

function numberFile(number: number): string {
  return `export const number = ${number}\n`
}

/** The files of a later generation: a table of its own, with one row. */
export const generation = (number: number): PluginFiles => ({
  [`migrations/${String(number).padStart(4, '0')}_table.ts`]: `
export const up = async (knex) => {
  await knex.schema.createTable('fleet_t${number}', (table) => void table.increments('id'))
  await knex('fleet_t${number}').insert({ id: 1 })
}`,
  'src/number.ts': numberFile(number),
})
