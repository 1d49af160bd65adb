import { expect } from 'chai'
import knex from 'knex'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createPluginDirectory } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { startPostgresCluster } from '../helpers/postgres-cluster.ts'
import type { PostgresCluster } from '../helpers/postgres-cluster.ts'
import { runChild } from '../helpers/run-child.ts'
import { until } from '../helpers/until.ts'
import { ITEMS, TEMPLATE, useTemplateHost } from './template-host.ts'
import type { Item, TemplateHost } from './template-host.ts'

const LARGE = 'x'.repeat(2000)

/** Changes the host's own connection the way a disk or an administrator would. */
const SABOTEUR = `
  export const register_routes = (routes, { db }) =>
    routes.post('/pragma', { permission: 'fleet.pragma.set', transaction: false }, async ({ body }) => { await db.raw('PRAGMA ' + body.pragma) })`

/** Holds whatever happens to the database. */
async function expectUnharmed({ ask, items }: TemplateHost, kept: readonly Item[]): Promise<void> {
  expect((await ask('/livez')).status).to.equal(200)
  expect((await ask('/api/v1/ui/dashboards/items-list')).status).to.equal(200)
  expect(await items()).to.deep.equal(kept)
}

describe('A database on SQLite', function () {
  this.timeout(30_000)
  for (const sqlite of ['sqlite3', 'prebuilt'] as const) {
    describe(`with ${sqlite}`, () => {
      let saboteur: PluginDirectory
      const template = useTemplateHost(async () => {
        saboteur = await createPluginDirectory({ 'src/index.ts': SABOTEUR })
        return { sqlite, plugins: [TEMPLATE, saboteur.directory] }
      })
      after(() => saboteur[Symbol.asyncDispose]())
      const { ask, create, items } = template
      const pragma = (value: string) => ask('/api/v1/fleet/pragma', { method: 'POST', json: { pragma: value } })
      const post = () => ask(ITEMS, { method: 'POST', json: { name: 'Bolt', price: 1, notes: LARGE } })
      const file = () => join(template.host.dataDir, 'atrium.sqlite')

      it('that is locked by another process answers 503 database_busy after 5 s, and can still be read', async () => {
        const kept = [await create()]
        const other = await runChild(`
          import { DatabaseSync } from '@photostructure/sqlite'
          new DatabaseSync(${JSON.stringify(file())}).exec('BEGIN IMMEDIATE')
          console.log('locked')`)
        const posted = post()
        await expectUnharmed(template, kept)
        const { status, body } = await posted
        expect([status, body.code, body.retryable]).to.deep.equal([503, 'database_busy', true])
        await other.kill()
        expect((await post()).status).to.equal(201)
      })

      it('that is read-only answers 503 database_read_only', async () => {
        const kept = await items()
        await pragma('query_only = ON')
        const { status, body } = await post()
        expect([status, body.code]).to.deep.equal([503, 'database_read_only'])
        await expectUnharmed(template, kept)
        await pragma('query_only = OFF')
        expect((await post()).status).to.equal(201)
      })

      it('that is full answers 507 database_full, and keeps nothing of the failed request', async () => {
        await pragma('max_page_count = 1')
        const refused = await until('the last page to be full', async () => {
          const answer = await post()
          return answer.status === 201 ? undefined : answer
        })
        expect([refused.status, refused.body.code]).to.deep.equal([507, 'database_full'])
        const kept = await items()
        for (let attempt = 0; attempt < 3; attempt++) expect((await post()).status).to.equal(507)
        await expectUnharmed(template, kept)
        await pragma('max_page_count = 1000000')
        expect((await post()).status).to.equal(201)
      })

      it('whose file is gone makes /readyz fail', async () => {
        await rm(file())
        const { status, body } = await ask<object>('/readyz')
        expect([status, body]).to.deep.include.members([503])
        expect(body).to.include({ status: 'unavailable', database: 'unavailable' })
      })
    })
  }
})

describe('A database on PostgreSQL', function () {
  this.timeout(60_000)
  let cluster: PostgresCluster
  let url: string
  const template = useTemplateHost(async () => {
    cluster = await startPostgresCluster()
    url = cluster.url
    return { databaseUrl: url }
  })
  after(() => cluster.remove())
  const { ask, create, items } = template
  const post = (headers: Record<string, string> = {}) =>
    ask(ITEMS, { method: 'POST', json: { name: 'Bolt', price: 1 }, headers })

  /** Runs something as the administrator of the server, on a separate connection. */
  async function administer(run: (raw: (sql: string) => Promise<unknown>) => Promise<void>): Promise<void> {
    const connection = knex({ client: 'pg', connection: url, pool: { min: 1, max: 1 } })
    try {
      await run(async (sql) => connection.raw(sql))
    } finally {
      await connection.destroy()
    }
  }

  it('that is locked answers 503 database_busy after 5 s, and works again when it is free', async () => {
    const kept = [await create()]
    await administer(async (raw) => {
      await raw('BEGIN')
      await raw('LOCK TABLE template_items IN EXCLUSIVE MODE')
      const posted = post()
      await expectUnharmed(template, kept)
      const { status, body } = await posted
      expect([status, body.code, body.retryable]).to.deep.equal([503, 'database_busy', true])
      await raw('ROLLBACK')
    })
    expect((await post()).status).to.equal(201)
  })

  it('that has become a read-only standby answers 503 database_read_only', async () => {
    const kept = await items()
    const readOnly = (on: boolean) =>
      administer(async (raw) => {
        await raw(`ALTER SYSTEM SET default_transaction_read_only = ${on}`)
        await raw('SELECT pg_reload_conf()')
      })
    await readOnly(true)
    const refused = await until('the setting to be in force', async () => {
      const answer = await ask(`${ITEMS}/999999`, { method: 'DELETE' })
      return answer.status === 404 ? undefined : answer
    })
    expect([refused.status, refused.body.code]).to.deep.equal([503, 'database_read_only'])
    await expectUnharmed(template, kept)
    await readOnly(false)
    await until('the setting to be gone', async () => (await post()).status === 201)
  })

  it('that goes away answers 503 at once, and works again when it is back, with nothing lost or repeated', async () => {
    const kept = await items()
    await cluster.stop()
    const answers = await Promise.all([post({ 'idempotency-key': 'away' }), ask(ITEMS), ask(`${ITEMS}/1`)])
    for (const { status, body } of answers) {
      expect([status, body.code, body.retryable]).to.deep.equal([503, 'database_unavailable', true])
    }
    expect((await ask('/readyz')).status).to.equal(503)
    expect((await ask('/livez')).status).to.equal(200)
    expect((await ask('/api/v1/ui/dashboards/items-list')).status, 'documents need no database').to.equal(200)
    await cluster.start()
    expect(await items()).to.deep.equal(kept)
    expect((await post({ 'idempotency-key': 'away' })).status).to.equal(201)
    expect(await items()).to.have.length(kept.length + 1)
    expect((await ask('/readyz')).status).to.equal(200)
  })
})
