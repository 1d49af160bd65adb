// The reference for lists: what one would write by hand for this one list, with Koa, its router and Knex. No identity, no limits,
// no log, no checks. Takes the file of the database; ATRIUM_SQLITE names the driver.
import Router from '@koa/router'
import knex from 'knex'
import Koa from 'koa'
import { PrebuiltDialect } from './prebuilt-dialect.mjs'

const COLUMNS = ['id', 'name', 'status', 'price', 'notes', 'created_at']
const DEFAULT_LIMIT = 25

const db = knex({
  client: process.env['ATRIUM_SQLITE'] === 'prebuilt' ? PrebuiltDialect : 'sqlite3',
  connection: { filename: process.argv[2] ?? '' },
  useNullAsDefault: true,
})
const router = new Router()

router.get('/items', async (koa) => {
  const { _start = '0', _end = DEFAULT_LIMIT, _sort = 'id', _order = 'asc' } = koa.query
  const rows = await db('template_items')
    .select(COLUMNS)
    .orderBy(String(_sort), String(_order))
    .orderBy('id', String(_order))
    .limit(Number(_end) - Number(_start))
    .offset(Number(_start))
  const [row] = await db('template_items').count({ total: '*' })
  koa.set('X-Total-Count', String(row?.['total']))
  koa.body = rows
})

new Koa().use(router.routes()).listen(Number(process.env['PORT']), '127.0.0.1')
