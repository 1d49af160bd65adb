import { Page } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'
import { CallerTurns, declareOperation } from '../../../../host/core/operations/index.ts'
import { until } from '../../../helpers/until.ts'
import { startServer, type TestServer } from './start-server.ts'
import { NOTHING } from './things.ts'

describe('The requests of one caller for files', () => {
  it('are served a few at a time until each is sent, while others of the caller are answered', async () => {
    let letGo: () => void = () => undefined
    const gone = new Promise<void>((resolve) => (letGo = resolve))
    const begun = { csv: 0, json: 0 }
    const { routes, declarations } = collect_routes()
    routes.get('/things', { permission: 'things.things.view' }, async ({ headers }) => {
      begun[headers.accept === 'text/csv' ? 'csv' : 'json'] += 1
      await gone
      return new Page([{ id: 1 }], 1)
    })
    const operations = declarations.map((declaration) => declareOperation('things', declaration))
    const server = await startServer({
      turns: new CallerTurns({ atOnce: 4, longest: 0 }),
      publish: (registries) => registries.publish('things', { ...NOTHING, operations }),
    })
    const ask = (accept: string) => server.ask('/api/v1/things/things', { headers: { accept } })
    const files = Array.from({ length: 6 }, () => ask('text/csv'))
    const pages = Array.from({ length: 20 }, () => ask('application/json'))
    await until('all pages and the first files to begin', () => begun.json === 20 && begun.csv >= 4)
    expect(begun.csv).to.equal(4)
    letGo()
    for (const answer of await Promise.all(files)) expect(await answer.text()).to.match(/^\uFEFF?id\r\n1\r\n$/)
    expect((await Promise.all(pages)).every(({ status }) => status === 200)).to.equal(true)
  })
})

describe('The requests of one caller', () => {
  let server: TestServer
  let begun = 0
  let letGo: () => void = () => undefined
  const gone = new Promise<void>((resolve) => (letGo = resolve))
  before(async () => {
    const { routes, declarations } = collect_routes()
    const options = { permission: 'things.things.view' }
    routes.get('/slow', options, async () => {
      begun += 1
      await gone
      return { id: 1 }
    })
    routes.get('/quick', options, () => ({ id: 2 }))
    const operations = declarations.map((declaration) => declareOperation('things', declaration))
    server = await startServer({
      turns: new CallerTurns({ atOnce: 4, longest: Infinity, mostWaiting: 3 }),
      publish: (registries) => registries.publish('things', { ...NOTHING, operations }),
    })
  })

  it('begin a few at a time, so that those of others are answered; too many of them are refused', async () => {
    const ask = (name: string, as?: string) => server.ask(`/api/v1/things/${name}`, as === undefined ? {} : { as })
    const flood = Array.from({ length: 5 }, () => ask('slow'))
    await until('two that have begun', () => begun === 2)
    expect((await ask('quick', 'clerk')).status).to.equal(200)
    const refused = await Promise.race([...flood, ask('slow'), ask('slow')])
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '1'])
    expect(begun).to.equal(2)
    letGo()
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses).to.include(200)
    expect((await ask('quick')).status).to.equal(200)
  })
})
