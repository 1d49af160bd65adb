import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'
import { CallerTurns, declareOperation } from '../../../../host/core/operations/index.ts'
import { until } from '../../../helpers/until.ts'
import { startServer, type TestServer } from './start-server.ts'
import { NOTHING } from './things.ts'

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
