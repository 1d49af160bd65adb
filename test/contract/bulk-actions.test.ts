import type { BulkAction, BulkResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { access } from 'node:fs/promises'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { startChildHost } from '../helpers/child-host.ts'
import { connectAgent } from '../helpers/connect-agent.ts'
import { createPostgresDatabase } from '../helpers/databases.ts'
import { findFreePort } from '../helpers/find-free-port.ts'
import { createPluginDirectory } from '../helpers/plugin-directory.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'
import { ITEMS, useTemplateHost } from './template-host.ts'

const DELETE = `${ITEMS}/delete`
const post = (json: object) => ({ method: 'POST', json })

describe('A bulk action on more than 500 records', () => {
  const template = useTemplateHost({ sqlite: 'prebuilt' })
  const { ask, create } = template
  const make = async (count: number) => {
    for (let at = 0; at < count; at += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, count - at) }, (_, index) => create({ name: `N ${at + index}` })),
      )
  }
  const ended = (address: string) =>
    until('the end of the action', async () => {
      const { body } = await ask<BulkAction>(address)
      return body.finished_at === undefined ? undefined : body
    })
  afterEach(async () => {
    await template.removeAll()
    await until('no items', async () => (await template.items()).length === 0)
  })

  it('is answered 202 over HTTP, and its address tells of the end', async () => {
    await make(501)
    const { status, headers, body } = await ask<BulkAction>(DELETE, post({ filter: '' }))
    expect(status).to.equal(202)
    expect(headers.get('location')).to.equal(`/api/v1/bulk/actions/${body.id}`)
    expect(body).to.include({ state: 'waiting', total: 501, operation: `POST ${DELETE}` })
    expect(await ended(headers.get('location') ?? '')).to.include({ state: 'done', done: 501, failed: 0 })
    expect(await template.items()).to.deep.equal([])
  })

  it('is described, as are its progress and its end', async () => {
    const { body } = await ask<{ paths: Record<string, Record<string, { responses: object }>> }>('/api/v1/openapi.json')
    const responses = body.paths[DELETE]?.post?.responses
    expect(responses).to.have.nested.property('202.headers.Location')
    expect(responses).to.have.nested.property(
      '202.content.application/json.schema.$ref',
      '#/components/schemas/bulk.BulkAction',
    )
    expect(Object.keys(body.paths)).to.include.members(['/api/v1/bulk/actions', '/api/v1/bulk/actions/{id}/cancel'])
  })

  it('is followed by an agent with another tool, whatever its toolsets', async () => {
    await make(501)
    const { url, token } = template.host
    await using agent = await connectAgent('pinned', { url, token, query: '?toolsets=template&output_schemas=true' })
    const few = await agent.call('template_delete_items', { filter: 'status=retired' })
    expect(few.structuredContent).to.deep.equal({ done: [], failed: [] })
    const { structuredContent } = await agent.call('template_delete_items', { filter: '' })
    const { id, state } = structuredContent as BulkAction
    expect(state).to.equal('waiting')
    await ended(`/api/v1/bulk/actions/${id}`)
    const { structuredContent: action } = await agent.call('bulk_get_action', { id })
    expect(action).to.include({ state: 'done', done: 501 })
    expect([...(await agent.tools()).keys()]).to.include.members(['bulk_get_action', 'bulk_cancel_action'])
  })

  it('stays one answer for up to 500 records', async () => {
    await make(3)
    const { status, body } = await ask<BulkResult>(DELETE, post({ filter: '' }))
    expect([status, body.done.length]).to.deep.equal([200, 3])
  })
})

/** Each van counts how often it was sold and mailed. The first process hangs at the 520th van of each, after the first part of 500 ids. */
const SOURCE = `
import { existsSync, writeFileSync } from 'node:fs'
import { table_store, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), sold: Type.Integer(), mailed: Type.Integer() })
const hangOnce = (id) => {
  const marker = process.env.FLEET_MARKER + '-' + id
  if (existsSync(marker)) return
  writeFileSync(marker, '')
  return new Promise(() => {})
}
export const register_routes = (routes, { db }) => {
  const count = async (column, id) => {
    await db('fleet_vans').where({ id }).increment(column, 1)
    if (Number(id) === 520) await hangOnce(column)
  }
  routes.records('/vans/{id}', table_store(db, 'fleet_vans', Van))
  routes.post('/vans/{id}/sell', { timeout_seconds: 100 }, ({ params }) => count('sold', params.id))
  routes.bulk('/vans/sell', 'POST /vans/{id}/sell')
  routes.post('/vans/{id}/mail', { transaction: false, timeout_seconds: 100 }, ({ params }) => count('mailed', params.id))
  routes.bulk('/vans/mail', 'POST /vans/{id}/mail')
}`

const MIGRATION = `
export const up = async (knex) => {
  await knex.schema.createTable('fleet_vans', (table) => {
    table.increments('id')
    for (const name of ['sold', 'mailed', 'version']) table.integer(name).notNullable().defaultTo(0)
  })
  await knex.batchInsert('fleet_vans', Array.from({ length: 540 }, () => ({ version: 1 })), 100)
}`

/** The mailing has no transaction, so it begins first: the sale keeps SQLite's only writer. */
const SALES: [verb: string, column: string, unknown: number[]][] = [
  ['mail', 'mailed', [520]],
  ['sell', 'sold', []],
]

const TOKEN = 'a-token-for-tests-that-may-do-everything'

describe('A host that is killed during a bulk action', () => {
  before('build it', () => buildPackages(root))

  const databases: [name: string, environment: () => Promise<Record<string, string>>][] = [
    ['sqlite3', async () => ({ ATRIUM_SQLITE: 'sqlite3' })],
    ['postgres', async () => ({ DATABASE_URL: await createPostgresDatabase() })],
  ]
  for (const [name, environment] of databases) {
    it(`goes on when it is back, and has changed each record once, on ${name}`, async () => {
      await using fleet = await createPluginDirectory({ 'src/index.ts': SOURCE, 'migrations/0001_vans.ts': MIGRATION })
      const { directory, remove } = await createTestDirectory()
      const port = String(await findFreePort())
      const variables = {
        ...(await environment()),
        ...{ PORT: port, ATRIUM_DATA_DIR: directory, ATRIUM_ADMIN_TOKEN: TOKEN, FLEET_MARKER: `${directory}/marker` },
        ATRIUM_PLUGINS: fleet.path('..'),
      }
      const ask = async <Body>(path: string, method = 'GET', body?: object) => {
        const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
        return (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, init)).json()) as Body
      }
      const vans = async () => [
        ...(await ask<{ id: number; sold: number; mailed: number }[]>('fleet/vans?_start=0&_end=500')),
        ...(await ask<{ id: number; sold: number; mailed: number }[]>('fleet/vans?_start=500&_end=1000')),
      ]
      const isMarked = (column: string) =>
        access(`${directory}/marker-${column}`).then(
          () => true,
          () => false,
        )
      let child = await startChildHost(variables)
      try {
        await ask('plugins/fleet/activate', 'POST')
        const started: [id: number, unknown: number[]][] = []
        for (const [verb, column, unknown] of SALES) {
          const { id } = await ask<BulkAction>(`fleet/vans/${verb}`, 'POST', { filter: '' })
          started.push([id, unknown])
          await until('the 520th van', () => isMarked(column))
        }
        await child.kill()
        child = await startChildHost(variables)
        for (const [id, unknown] of started) {
          const end = async () => {
            const action = await ask<BulkAction>(`bulk/actions/${id}`)
            return action.finished_at === undefined ? undefined : action
          }
          const { state, done, errors } = await until('the end of the action', end)
          expect([state, done]).to.deep.equal(['done', 540 - unknown.length])
          expect(errors.map((each) => [each.id, each.error.code])).to.deep.equal(
            unknown.map((van) => [van, 'outcome_unknown']),
          )
        }
        for (const van of await vans()) expect(van).to.include({ sold: 1, mailed: 1 })
      } finally {
        await child.kill()
        await remove()
      }
    })
  }
})
