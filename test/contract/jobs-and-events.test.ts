import type { Contribution } from '@atrium/sdk'
import type { Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import type { TestHostOptions } from '../../host/testing/index.ts'
import { createPlatformDatabase } from '../helpers/platform-database.ts'
import { until } from '../helpers/until.ts'
import { type ClientsAndDesk, desk, startClientsAndDesk } from './clients-and-desk.ts'

const DATABASES: Record<string, () => Promise<TestHostOptions>> = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ databaseUrl: await createPlatformDatabase() }),
}

for (const [name, place] of Object.entries(DATABASES))
  describe(`Two plugins that know nothing of each other, on ${name}`, () => {
    let both: ClientsAndDesk
    before(async () => {
      both = await startClientsAndDesk(desk(), await place())
    })
    after(() => both.close())

    const create = (name: string) => both.ask<Problem>('/api/v1/clients/clients', { name })
    const texts = async (path: string) => (await both.ask<{ text: string }[]>(path)).body.map(({ text }) => text)
    const notes = () => texts('/api/v1/desk/notes')
    const note = (name: string) => until(`the note about ${name}`, async () => (await notes()).includes(name))

    it('receive events after commit', async () => {
      expect(await create('Nobody')).to.include({ status: 409 })
      expect(await create('Ada')).to.include({ status: 200 })
      await note('Ada')
      expect(await notes()).to.deep.equal(['Ada'])
    })

    it('act as themselves in jobs and timers', async () => {
      await until('the letter', async () => (await texts('/api/v1/clients/letters')).length === 2)
      expect((await texts('/api/v1/clients/letters')).sort()).to.deep.equal([
        'Good morning from system clients',
        'Hello Ada from system clients',
      ])
    })

    it('show contributions of the other', async () => {
      const { body } = await both.ask<Contribution[]>('/api/v1/clients/records/Ada')
      expect(body).to.deep.equal([{ plugin: 'desk', title: 'Front desk', value: ['Ada'] }])
    })

    it('do not call contributions to the other', async () => {
      expect(await both.ask('/api/v1/clients/foreign')).to.include({ status: 500 })
    })

    it('keep secrets that only the plugin that sealed them can open', async () => {
      const { body: sealed } = await both.ask<string>('/api/v1/clients/secrets', { text: 'hunter2' })
      expect(sealed).to.match(/^v2\./)
      const open = (place: string) => both.ask('/api/v1/clients/secrets/open', { sealed, place })
      expect(await open('here')).to.deep.equal({ status: 200, body: 'hunter2' })
      expect(await open('there')).to.include({ status: 500 })
    })

    describe('while one of them is away', () => {
      before(() => both.plugin('desk', 'deactivate'))

      it('the other learns why it cannot be called', async () => {
        const { status, body } = await both.ask<Problem>('/api/v1/clients/notes')
        expect({ status, code: body.code }).to.deep.equal({ status: 404, code: 'plugin_inactive' })
      })

      it('shows no contribution of it', async () => {
        expect((await both.ask('/api/v1/clients/records/Ada')).body).to.deep.equal([])
      })

      it('keeps its events until it is back', async () => {
        await create('Grace')
        await create('Edsger')
        await both.plugin('desk', 'activate')
        await note('Edsger')
        expect(await notes()).to.deep.equal(['Ada', 'Grace', 'Edsger'])
        expect((await both.ask('/api/v1/clients/notes')).body).to.have.lengthOf(3)
      })
    })
  })

describe('A plugin that is reloaded', () => {
  let both: ClientsAndDesk
  afterEach(() => both.close())
  const create = (name: string) => both.ask('/api/v1/clients/clients', { name })
  const notes = async () => (await both.ask<{ text: string }[]>('/api/v1/desk/notes')).body.map(({ text }) => text)
  const note = (name: string) => until(`the note about ${name}`, async () => (await notes()).includes(name))

  it('loses no event and handles none in two versions', async () => {
    both = await startClientsAndDesk()
    const names: string[] = []
    for (let round = 0; round < 5; round++) {
      await both.desk.write(desk({ version: `1.0.${round + 1}` }))
      const reloaded = both.plugin('desk', 'reload')
      for (let index = 0; index < 5; index++) {
        names.push(`${round}.${index}`)
        await create(`${round}.${index}`)
      }
      await reloaded
    }
    await note('4.4')
    expect(await notes()).to.deep.equal(names)
  })

  it('goes on with its jobs in the new version', async () => {
    const work = (version: string) => ({
      version,
      setup: `jobs.handle('work', async ({ signal }) => {
        await db('desk_notes').insert({ text: 'begun by ${version}' })
        if ('${version}' === '1.0.0') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        await db('desk_notes').insert({ text: 'done by ${version}' })
      })
      events.on('clients.created', () => jobs.add('work'))`,
    })
    both = await startClientsAndDesk(desk(work('1.0.0')))
    await create('Ada')
    await note('begun by 1.0.0')
    await both.desk.write(desk(work('2.0.0')))
    await both.plugin('desk', 'reload')
    await note('done by 2.0.0')
    expect(await notes()).to.deep.equal(['Ada', 'begun by 1.0.0', 'begun by 2.0.0', 'done by 2.0.0'])
  })

  it('does not receive events after it has unsubscribed', async () => {
    both = await startClientsAndDesk()
    await both.desk.write(desk({ event: 'clients.deleted' }))
    await both.plugin('desk', 'reload')
    await create('Ada')
    await both.desk.write(desk())
    await both.plugin('desk', 'reload')
    await create('Grace')
    await note('Grace')
    expect(await notes()).to.deep.equal(['Grace'])
  })

  it('contributes with its present generation only; failing and late contributions are named and do not block others', async () => {
    both = await startClientsAndDesk()
    await both.desk.write(
      desk({
        setup: `
          contribute('clients.record', () => { throw new Error('secret') })
          contribute('clients.record', () => { throw new ApiError('desk_closed', { status: 409, detail: 'The desk is closed.' }) })
          contribute('clients.record', (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)))
          contribute('clients.record', () => 'last')`,
      }),
    )
    await both.plugin('desk', 'reload')
    const { body } = await both.ask<Contribution[]>('/api/v1/clients/records/Ada')
    expect(body.map((each) => ('value' in each ? each.value : each.error.code))).to.deep.equal([
      [],
      'internal_error',
      'desk_closed',
      'contribution_late',
      'last',
    ])
    expect(JSON.stringify(body)).not.to.contain('secret')
  })
})

describe('A service used wrongly', () => {
  const refused = [
    ["jobs.add('work')", 'db_before_commit', '[context.jobs.add] was used while the plugin is being loaded.'],
    ["events.emit('desk.opened')", 'db_before_commit', '[context.events.emit] was used'],
    ["call('GET', '/api/v1/clients/clients')", 'db_before_commit', '[context.call] was used'],
    ["[1, 2].map(() => jobs.handle('work', () => {}))", 'handler_taken', 'The job [work] is handled twice.'],
    ["jobs.handle('Not a name', () => {})", 'id_invalid', '[Not a name] is not a valid name for a job.'],
    ["events.on('created', () => {})", 'id_invalid', '[created] is not a valid name for an event.'],
    ["contribute('record', () => {})", 'id_invalid', '[record] is not a valid name for a place'],
  ] as const
  for (const [setup, code, message] of refused) {
    it(`prevents the plugin from being served: ${setup}`, async () => {
      const both = await startClientsAndDesk(desk({ setup: `return ${setup}` }))
      const status = both.host.registries.plugins.get('desk')
      await both.close()
      expect(status).to.include({ state: 'failed' })
      expect(status?.diagnostics[0]).to.include({ code })
      expect(status?.diagnostics[0]?.message).to.contain(message)
      expect(status?.diagnostics[0]?.where).to.include({ file: 'src/index.js' })
    })
  }
})
