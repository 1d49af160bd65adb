import { expect } from 'chai'
import knex from 'knex'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createPluginDirectory } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { startPostgresCluster } from '../helpers/postgres-cluster.ts'
import type { PostgresCluster } from '../helpers/postgres-cluster.ts'
import { lockElsewhere } from '../helpers/lock-elsewhere.ts'
import { until } from '../helpers/until.ts'
import { ITEMS, TEMPLATE, useTemplateHost } from './template-host.ts'
import type { Item, TemplateHost } from './template-host.ts'

const LARGE = 'x'.repeat(2000)

/** Changes the host's own connection the way a disk or an administrator would. */
const SABOTEUR = `
  export const register_routes = (routes, { db }) =>
    routes.post('/pragma', { permission: 'fleet.pragma.set', transaction: false }, async ({ body }) => { await db.client.raw('PRAGMA ' + body.pragma) })`

interface Readiness {
  readonly status: string
  readonly database: string
  readonly reason?: string
  readonly detail?: string
}

/** Waits until `/readyz` gives this reason, and returns its answer; without a reason, until the host is ready. */
const untilReadyz = ({ ask }: TemplateHost, reason?: string): Promise<Readiness> =>
  until(`/readyz to say ${reason}`, async () => {
    const { status, body } = await ask<Readiness>('/readyz')
    return status === (reason === undefined ? 200 : 503) && body.reason === reason ? body : undefined
  })

/** Holds whatever happens to the database. */
async function expectUnharmed({ ask, items }: TemplateHost, kept: readonly Item[]): Promise<void> {
  expect((await ask('/livez')).status).to.equal(200)
  expect((await ask('/api/v1/ui/dashboards/items-list')).status).to.equal(200)
  expect(await items()).to.deep.equal(kept)
}

describe('A database on SQLite', () => {
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
        const other = await lockElsewhere(file())
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
        const told = await untilReadyz(template, 'database_read_only')
        expect(told).to.include({ status: 'unavailable', database: 'unavailable' })
        expect(JSON.stringify(told), 'no place').to.not.include(template.host.dataDir)
        await pragma('query_only = OFF')
        await untilReadyz(template)
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
        await untilReadyz(template, 'database_full')
        await pragma('max_page_count = 1000000')
        expect((await post()).status).to.equal(201)
      })

      it('whose file is gone makes /readyz fail', async () => {
        await rm(file())
        const { status, body } = await ask<object>('/readyz')
        expect([status, body]).to.deep.include.members([503])
        expect(body).to.include({ status: 'unavailable', database: 'unavailable', reason: 'database_unavailable' })
      })
    })

    describe(`with ${sqlite} and a damaged file`, () => {
      const template = useTemplateHost({ sqlite })

      it('answers 503 database_corrupt, and /readyz says so', async () => {
        for (let count = 0; count < 50; count++) await template.create({ name: `Bolt ${count}`, notes: LARGE })
        await damage(join(template.host.dataDir, 'atrium.sqlite'))
        const refused = await until('a damaged page to be read', async () => {
          const answer = await template.ask(`${ITEMS}?q=bolt`)
          return answer.status === 200 ? undefined : answer
        })
        expect([refused.status, refused.body.code, refused.body.retryable]).to.deep.equal([
          503,
          'database_corrupt',
          false,
        ])
        await untilReadyz(template, 'database_corrupt')
        expect((await template.ask('/livez')).status).to.equal(200)
      })
    })
  }
})

/** Overwrites everything but the first page, after it was copied from the log into the file. */
async function damage(file: string): Promise<void> {
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const other = new DatabaseSync(file)
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const handle = await open(file, 'r+')
  const { size } = await handle.stat()
  await handle.write(Buffer.alloc(size - 4096, 0x5a), 0, size - 4096, 4096)
  await handle.close()
  // A change in the log makes all connections forget the pages that they have in memory.
  other.exec('PRAGMA user_version = 0')
  other.close()
}

describe('A database on PostgreSQL', () => {
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
    await untilReadyz(template, 'database_read_only')
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
