// The reference for lists: these lists written by hand with Koa, its router and Knex. No identity, no limits, no log, no checks.
// Takes the file of the database, whose driver ATRIUM_SQLITE names, or the URL of PostgreSQL.
import Router from '@koa/router'
import knex from 'knex'
import Koa from 'koa'
import { PrebuiltDialect } from './prebuilt-dialect.mjs'

const ITEM = ['id', 'name', 'status', 'price', 'notes', 'created_at']
const BOOKING = [
  ...[
    'id',
    'client_id',
    'service_id',
    'specialist_id',
    'location_id',
    'starts_at',
    'ends_at',
    'zone',
    'status',
    'price',
  ],
  ...['currency', 'quote_id', 'series_id', 'notes', 'busy_from', 'busy_until', 'slot', 'seat', 'expires_at'],
  ...['cancelled_by', 'cancel_reason', 'cancel_fee', 'created_at'],
]
const CLIENT = [
  ...['id', 'kind', 'display_name', 'given_name', 'family_name', 'birth_date', 'company_name', 'registration_no'],
  ...['email', 'phone', 'language', 'owner', 'tags', 'contact_points', 'addresses', 'notes', 'archived', 'archived_at'],
  ...['merged_into', 'created_at', 'updated_at'],
]
const DEFAULT_LIMIT = 25

const place = process.argv[2] ?? ''
const isPostgres = place.startsWith('postgres')
const sqlite = process.env['ATRIUM_SQLITE'] === 'prebuilt' ? PrebuiltDialect : 'sqlite3'
const db = isPostgres
  ? knex({ client: 'pg', connection: place })
  : knex({ client: sqlite, connection: { filename: place }, useNullAsDefault: true })
const router = new Router()

router.get('/items', (koa) => list(koa, () => db('template_items'), ITEM))

router.get('/bookings', (koa) => {
  const { status, specialist_id, starts_at_gte } = koa.query
  const matching = () => {
    const bookings = db('booking_bookings')
    if (status !== undefined) bookings.where({ status })
    if (specialist_id !== undefined) bookings.where({ specialist_id: Number(specialist_id) })
    if (starts_at_gte !== undefined) bookings.where('starts_at', '>=', String(starts_at_gte))
    return bookings
  }
  return list(koa, matching, BOOKING)
})

// Reads all clients: each word in one of three columns, in any case, but not in other spellings.
router.get('/clients', (koa) => {
  const words = String(koa.query['q'] ?? '').split(' ')
  const matching = () => {
    const clients = db('clients_clients').where('archived', false)
    for (const word of words)
      clients.where((any) => {
        for (const column of ['display_name', 'email', 'phone'])
          any.orWhere(column, isPostgres ? 'ilike' : 'like', `%${word}%`)
      })
    return clients
  }
  return list(koa, matching, CLIENT)
})

/**
 * @param {import('koa').Context} koa
 * @param {() => import('knex').Knex.QueryBuilder} matching
 * @param {readonly string[]} columns
 */
async function list(koa, matching, columns) {
  const { _start = '0', _end = DEFAULT_LIMIT, _sort = 'id', _order = 'asc' } = koa.query
  const rows = await matching()
    .select(columns)
    .orderBy(String(_sort), String(_order))
    .orderBy('id', String(_order))
    .limit(Number(_end) - Number(_start))
    .offset(Number(_start))
  /** @type {{ total: number }[]} */
  const counted = await matching().count({ total: '*' })
  koa.set('X-Total-Count', String(counted[0]?.total))
  koa.body = rows
}

new Koa().use(router.routes()).listen(Number(process.env['PORT']), '127.0.0.1')
