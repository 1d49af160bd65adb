import { expect } from 'chai'
import { createPlatformDatabase } from '../../helpers/platform-database.ts'
import { useFleetHost } from '../../helpers/fleet-host.ts'
import { until } from '../../helpers/until.ts'

const MIGRATION = `
export const up = (knex) => knex.schema.createTable('fleet_vans', (table) => void table.string('plate'))
`

/** More than fit into the time of a handler. */
const MOST_TRIES = 250_000

const SOURCE = `
const never = () => new Promise(() => {})
const later = (globalThis.later = { aborted: false, resume: () => {}, refused: undefined })
const paused = new Promise((resolve) => (later.resume = resolve))
const endless = {
  sqlite3: 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n',
  postgresql: 'select pg_sleep(3600)',
}
export const register_routes = (routes, { call, db, jobs }) => {
  jobs.handle('wash', () => {})
  const add = (plate) => db('fleet_vans').insert({ plate })
  const manage = { permission: 'fleet.vans.manage' }
  routes.post('/never', manage, never)
  routes.get('/never', manage, never)
  routes.post('/after-a-change', manage, async ({ signal }) => {
    signal.addEventListener('abort', () => {
      later.aborted = true
      later.refusedAtEnd = undefined
      void (async () => add('B-6'))().catch((error) => (later.refusedAtEnd = error.message))
    })
    await add('B-1')
    later.hasChanged = true
    await paused
    try { await add('B-2') } catch (error) { later.refused = error.message }
  })
  routes.post('/outside', { ...manage, transaction: false }, async () => {
    await add('B-3')
    await paused
    try { await add('B-4') } catch (error) { later.refused = error.message }
  })
  routes.post('/patient', { ...manage, timeout_seconds: 60 }, async () => { await paused; await add('B-5') })
  routes.post('/hasty', { ...manage, transaction: false, timeout_seconds: 0.1 }, never)
  routes.get('/inner', manage, () => call('GET', '/api/v1/fleet/never'))
  routes.get('/endless', manage, async () => { await db.raw(endless[db.client.dialect]) })
  const retry = async (statement) => {
    later.isStopped = false
    for (later.tries = 0; later.tries < ${MOST_TRIES} && !later.isStopped; later.tries += 1) {
      try { await statement() } catch {}
    }
  }
  const read = () => db.raw('select 1')
  const outside = { ...manage, transaction: false }
  routes.get('/retry', manage, () => retry(read))
  routes.post('/retry', manage, () => retry(read))
  routes.post('/retry-outside', outside, () => retry(read))
  routes.post('/retry-own', outside, () => db.transaction((own) => retry(() => own.raw('select 1'))))
  routes.post('/retry-by-hand', outside, async () => {
    const own = await db.transaction()
    await retry(() => own.raw('select 1'))
  })
  routes.post('/retry-transactions', outside, () => retry(() => db.transaction(read)))
  routes.post('/retry-jobs', outside, () => retry(() => jobs.add('wash', {})))
  routes.get('/retry-calls', manage, () => retry(() => call('GET', '/api/v1/fleet/vans')))
  routes.get('/retry-mistake', manage, () => retry(() => db('fleet_vans').where({ plate: undefined })))
  routes.get('/slow', { ...manage, timeout_seconds: 60 }, async () => {
    if (db.client.dialect === 'postgresql') await db.raw('select pg_sleep(0.4)')
    return ['done']
  })
  routes.post('/vans', manage, async () => { await add('B-9') })
  routes.post('/vans/{id}/never', manage, never)
  routes.bulk('/vans/never', 'POST /vans/{id}/never', manage)
  routes.get('/vans', manage, () => db('fleet_vans').pluck('plate'))
}
`

/** Handlers that catch the refusal of their statements. */
const RETRYING: readonly (readonly [method: string, path: string])[] = [
  ['GET', 'retry'],
  ['POST', 'retry'],
  ['POST', 'retry-outside'],
  ['POST', 'retry-own'],
  ['POST', 'retry-by-hand'],
  ['POST', 'retry-transactions'],
  ['POST', 'retry-jobs'],
  ['GET', 'retry-calls'],
  ['GET', 'retry-mistake'],
]

interface Later {
  tries: number
  isStopped: boolean
  aborted: boolean
  hasChanged?: boolean
  refused: string | undefined
  refusedAtEnd: string | undefined
  resume(): void
}
const later = () => (globalThis as unknown as { later: Later }).later

const FILES = { 'src/index.ts': SOURCE, 'migrations/0001_vans.ts': MIGRATION }

const kinds = { SQLite: async () => ({}), PostgreSQL: async () => ({ databaseUrl: await createPlatformDatabase() }) }

for (const [name, options] of Object.entries(kinds)) {
  describe(`A handler on ${name} that does not end`, () => {
    const fleet = useFleetHost(FILES, async () => ({ handlerSeconds: 0.5, ...(await options()) }))
    const ask = <Body>(path: string, method = 'POST') => fleet.ask<Body>(`/api/v1/fleet/${path}`, { method })
    /** On a busy machine the limit ends even a short request. */
    const vans = () =>
      until('the vans', async () => {
        const { status, body } = await ask<string[]>('vans', 'GET')
        return status === 200 ? body : undefined
      })
    const adds = () => until('a change', async () => (await ask('vans')).status === 204)

    it('is answered 504, and others change the database meanwhile and afterwards', async () => {
      const { status, body } = await ask<{ code: string; detail: string }>('never')
      expect([status, body.code]).to.deep.equal([504, 'handler_timeout'])
      expect(body.detail).to.equal(
        '[POST /api/v1/fleet/never] did not finish within 0.5 s and was ended. Nothing was changed.',
      )
      await adds()
    })

    it('is rolled back, its signal aborts, and its later statements throw', async () => {
      expect((await ask('after-a-change')).status).to.equal(504)
      expect(later().aborted).to.equal(true)
      later().resume()
      await until('both refusals', () => later().refused && later().refusedAtEnd)
      expect(later().refused).to.contain('its later statements are refused')
      expect(later().refusedAtEnd).to.contain('its later statements are refused')
      expect(await vans()).to.deep.equal([])
    })

    it('without a transaction keeps what it had changed, and its later statements throw too', async () => {
      const { status, body } = await ask<{ detail: string }>('outside')
      expect(status).to.equal(504)
      expect(body.detail).to.contain('What it had already changed stays changed.')
      later().resume()
      await until('the refusal', () => later().refused)
      expect(await vans()).to.deep.equal(['B-3'])
    })

    it('ends a read too, and a call in process', async () => {
      expect((await ask('never', 'GET')).status).to.equal(504)
      expect((await ask('inner', 'GET')).status).to.equal(504)
    })

    it('leaves no statement behind that keeps the others waiting', async () => {
      const endless = await Promise.all(Array.from({ length: 12 }, () => ask('endless', 'GET')))
      expect(new Set(endless.map(({ status }) => status))).to.deep.equal(new Set([504]))
      await vans()
      expect((await ask('slow', 'GET')).body).to.deep.equal(['done'])
    })

    it('is a finding of its plugin, with the line of the route', async () => {
      await ask('never')
      const [finding] = (await fleet.status()).runtime!.findings
      expect(finding).to.deep.include({
        code: 'handler_timeout',
        work: 'POST /api/v1/fleet/never',
        where: { file: 'src/index.ts', line: 13, column: 10 },
      })
    })

    it('has the time of three if it repeats another one for many records', async () => {
      const json = { ids: [1, 2, 3, 4] }
      const { status, body } = await fleet.ask<{ detail: string }>('/api/v1/fleet/vans/never', { method: 'POST', json })
      expect(status).to.equal(504)
      expect(body.detail).to.contain('[POST /api/v1/fleet/vans/never] did not finish within 1.5 s')
    })

    it('has the time that its route declares', async () => {
      const patient = ask('patient')
      expect((await ask('hasty')).status).to.equal(504)
      expect((await ask('never', 'GET')).status).to.equal(504)
      later().resume()
      expect((await patient).status).to.equal(204)
      expect(await vans()).to.deep.equal(['B-5'])
    })
  })
}

const drivers = { ...kinds, 'the prebuilt SQLite': async () => ({ sqlite: 'prebuilt' as const }) }

for (const [name, options] of Object.entries(drivers)) {
  describe(`A handler on ${name} that tries its statements again without a pause`, () => {
    const fleet = useFleetHost(FILES, async () => ({ handlerSeconds: 0.5, ...(await options()) }))

    for (const [method, path] of RETRYING) {
      it(`lets others work once its time is over (${method} ${path})`, async () => {
        const ask = (given: string, by: string) => fleet.ask(`/api/v1/fleet/${given}`, { method: by })
        expect((await ask(path, method)).status).to.equal(504)
        await until('an answer', async () => (await ask('vans', 'GET')).status === 200)
        later().isStopped = true
        expect(later().tries).to.be.below(MOST_TRIES)
      })
    }
  })
}

describe('A handler on SQLite that changes something and then waits', () => {
  const fleet = useFleetHost(FILES, { idleSeconds: 0.5 })
  const ask = <Body>(path: string, method = 'POST') => fleet.ask<Body>(`/api/v1/fleet/${path}`, { method })

  it('is ended once others want to change something, who then do', async () => {
    const waiting = ask<{ code: string; detail: string }>('after-a-change')
    // Another change before that would not wait for it.
    await until('it has changed something', () => later().hasChanged)
    await until('the change of another', async () => (await ask('vans')).status === 204)
    const { status, body } = await waiting
    expect([status, body.code]).to.deep.equal([504, 'handler_timeout'])
    expect(body.detail).to.contain('while others waited')
    expect(new Set((await ask<string[]>('vans', 'GET')).body)).to.deep.equal(new Set(['B-9']))
    later().resume()
    await until('the refusal', () => later().refused)
    expect(later().refused).to.contain('later statements are refused')
    const [finding] = (await fleet.status()).runtime!.findings
    expect(finding).to.deep.include({ code: 'handler_timeout', work: 'POST /api/v1/fleet/after-a-change' })
    expect(finding?.where).to.include({ file: 'src/index.ts' })
  })
})

const EVENTS = `
const heard = (globalThis.heard = [])
export function setup({ events }) {
  events.on('fleet.sold', ({ payload }) => payload === 1 ? new Promise(() => {}) : void heard.push(payload))
}
export const register_routes = (routes, { events }) => {
  routes.post('/sell', { permission: 'fleet.vans.manage' }, () => events.emit_many('fleet.sold', [1, 2, 3]))
}
`

describe('A handler of an event that does not end', () => {
  const fleet = useFleetHost({ 'src/index.ts': EVENTS }, { handlerSeconds: 0.5 })
  const heard = () => (globalThis as unknown as { heard: number[] }).heard

  it('is told with its event and its line, and later events go on', async () => {
    expect((await fleet.ask('/api/v1/fleet/sell', { method: 'POST' })).status).to.equal(204)
    await until('the later events', () => heard().length === 2)
    expect(heard()).to.deep.equal([2, 3])
    const [finding] = (await fleet.status()).runtime!.findings
    expect(finding).to.deep.include({
      code: 'event_failed',
      work: 'event fleet.sold',
      message:
        'Error: The handler of the event [fleet.sold] did not finish within 0.5 s. Later events no longer wait for it; this one is delivered again.',
      fix: 'Await nothing that may never end, and do long work in a job: call `jobs.add` in the handler.',
      where: { file: 'src/index.ts', line: 4, column: 10 },
    })
  })
})
