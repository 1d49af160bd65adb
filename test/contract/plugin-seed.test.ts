import { expect } from 'chai'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestHost, TestHostOptions } from '../../host/testing/index.ts'
import { startTestHost } from '../../host/testing/index.ts'
import { createPlatformDatabase } from '../helpers/platform-database.ts'
import { writePlugin } from '../helpers/seedable-plugin.ts'

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** A gate that the plugin waits at; it runs in this process. */
const gates = globalThis as { vansMayCome?: Promise<void> }

describe('Filling a plugin with example data', () => {
  let directory: string
  let plugins: string[]
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'atrium-seed-'))
    plugins = await Promise.all(['vans', 'drivers', 'bare', 'broken'].map((id) => writePlugin(directory, id)))
  })
  after(() => rm(directory, { recursive: true, force: true }))

  const on: [string, () => Promise<TestHostOptions>][] = [
    ['sqlite3', async () => ({ sqlite: 'sqlite3' })],
    ['postgres', async () => ({ databaseUrl: await createPlatformDatabase() })],
  ]
  for (const [name, options] of on)
    describe(`on ${name}`, () => {
      let host: TestHost
      before(async () => (host = await startTestHost({ plugins, development: true, ...(await options()) })))
      after(() => host.close())

      const ask = async (method: string, of: string, json?: unknown): Promise<Answer> => {
        const response = await host.request(of, { method, ...(json !== undefined && { json }) })
        return { status: response.status, body: (await response.json()) as Record<string, unknown> }
      }
      const seed = (id: string, json: object = {}) => ask('POST', `/api/v1/plugins/${id}/seed`, json)
      const reset = (id: string) => ask('POST', `/api/v1/plugins/${id}/reset`)
      const names = async () => {
        const { body } = await ask('GET', '/api/v1/vans/vans')
        return (body as unknown as { name: string }[]).map((van) => van.name)
      }

      it('answers the row counts, and adds nothing a second time', async () => {
        const { status, body } = await seed('vans')
        expect([status, body]).to.deep.equal([
          200,
          { plugin: 'vans', outcome: 'seeded', rows: { vans_seats: 0, vans_vans: 20 } },
        ])
        const before = await names()
        expect((await seed('vans', { number: 2 })).body).to.deep.include({ outcome: 'kept', rows: body.rows })
        expect(await names()).to.deep.equal(before)
      })

      it('creates the same rows for the same number, and others for another', async () => {
        const made = async (json: object) => {
          await reset('vans')
          await seed('vans', json)
          return names()
        }
        const day = { today: '2026-11-20' }
        const first = await made({ number: 1, ...day })
        expect(first[0]).to.match(/^Van \d+ of 2026-11-20$/)
        expect(await made({ number: 1, ...day })).to.deep.equal(first)
        expect(await made({ number: 2, ...day })).not.to.deep.equal(first)
        expect(await made({ number: 1, ...day, scale: 0.5 })).to.have.lengthOf(10)
      })

      it('lets the plugin read other plugins as itself', async () => {
        const { body } = await seed('drivers')
        const vans = (await names()).length
        expect(body).to.deep.include({ outcome: 'seeded', rows: { drivers_drivers: vans } })
      })

      it('keeps no rows of a failed run, and says why', async () => {
        const { status, body } = await seed('broken')
        expect([status, body.code]).to.deep.equal([500, 'seed_failed'])
        expect(body.detail).to.include('[broken] threw').and.include('no more vans')
        const { body: again } = await seed('broken')
        expect(again.code).to.equal('seed_failed')
      })

      it('reports its progress, and refuses a second run', async () => {
        await reset('vans')
        const { promise, resolve } = deferred()
        gates.vansMayCome = promise
        const filling = seed('vans')
        try {
          for (;;) {
            const { body } = await ask('GET', '/api/v1/plugins/vans/seed')
            if (body.done === 5) {
              expect(body).to.deep.equal({ running: true, done: 5, total: 20 })
              break
            }
          }
          const { status, body } = await seed('vans')
          expect([status, body.code]).to.deep.equal([409, 'conflict'])
        } finally {
          resolve()
          delete gates.vansMayCome
        }
        expect((await filling).body.outcome).to.equal('seeded')
        expect((await ask('GET', '/api/v1/plugins/vans/seed')).body).to.deep.equal({ running: false })
      })

      it('does nothing if the plugin has no example data', async () => {
        expect((await seed('bare')).body).to.deep.equal({ plugin: 'bare', outcome: 'no_seed', rows: {} })
      })

      it('is refused for an unknown or inactive plugin, and for invalid numbers', async () => {
        const unknown = await seed('van')
        expect([unknown.status, unknown.body.code]).to.deep.equal([404, 'plugin_not_found'])
        await ask('POST', '/api/v1/plugins/bare/deactivate')
        const idle = await seed('bare')
        expect([idle.status, idle.body.code]).to.deep.equal([404, 'plugin_inactive'])
        for (const json of [{ scale: 0 }, { scale: 11 }, { number: 1.5 }, { today: 'monday' }, { seed: 1 }])
          expect((await seed('vans', json)).status, JSON.stringify(json)).to.equal(422)
      })
    })

  describe('in production', () => {
    let host: TestHost
    before(async () => (host = await startTestHost({ plugins: plugins.slice(0, 1) })))
    after(() => host.close())

    const seed = async (json: object) => {
      const response = await host.request('/api/v1/plugins/vans/seed', { method: 'POST', json })
      return (await response.json()) as Record<string, unknown>
    }

    it('is refused, unless it is forced', async () => {
      expect(await seed({})).to.include({ status: 409, code: 'seed_refused' })
      expect(await seed({ in_production: true })).to.include({ outcome: 'seeded' })
    })
  })
})

/** `Promise.withResolvers` of later versions of Node. */
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => undefined as void
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}
