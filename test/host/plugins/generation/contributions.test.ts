import { ApiError, present_caller } from '@atrium/sdk'
import { as_caller, withholder } from '@atrium/sdk/host'
import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import { type Contributor, Contributions } from '../../../../host/plugins/generation/contributions.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { ADA, callerWithout, Item } from '../../core/operations/fixture.ts'

describe('Contributions', () => {
  eachDatabase((target) => {
    let database: Database
    let contributions: Contributions
    before(async () => {
      database = await target.open()
      await database.knex.schema.createTable('notes', (table) => void table.text('text'))
    })
    beforeEach(() => {
      const withholdOf = () => withholder(undefined, [Item])
      const titleOf = (plugin: string) => plugin.toUpperCase()
      contributions = new Contributions({
        ...{ database, titleOf, withholdOf },
        log: silentLogger,
        limit: 100,
      })
    })
    const add = (plugin: string, run: Contributor['run'], lease = new Hold()) =>
      contributions.add({ plugin, place: 'clients.record', lease, run })
    const ask = (input: unknown = {}) => contributions.ask('clients.record', input)

    it('list the contributions to one place, by plugin and in order of declaration', async () => {
      const lease = new Hold()
      add('b', () => 'b1', lease)
      add('a', () => 'a')
      add('b', () => 'b2', lease)
      contributions.add({ plugin: 'c', place: 'clients.list', lease, run: () => 'elsewhere' })
      expect(await ask()).to.deep.equal([
        { plugin: 'a', title: 'A', value: 'a' },
        { plugin: 'b', title: 'B', value: 'b1' },
        { plugin: 'b', title: 'B', value: 'b2' },
      ])
    })

    it('withhold the fields of the contributor’s records that the caller may not see', async () => {
      add('a', () => ({ rows: [{ id: 1, name: 'Lamp', cost: 9 }] }))
      const seen = (caller = ADA) => as_caller(caller, () => ask())
      expect(await seen()).to.have.nested.property('[0].value.rows[0].cost', 9)
      expect(await seen(callerWithout('shop.items.cost'))).to.have.deep.nested.property('[0].value.rows[0]', {
        id: 1,
        name: 'Lamp',
      })
      expect(await ask(), 'on the plugin’s own account').to.have.nested.property('[0].value.rows[0].cost', 9)
    })

    it('come from the latest generation before the previous one is removed', async () => {
      const undo = add('a', () => 'former')
      add('a', () => 'latest')
      expect(await ask()).to.have.nested.property('[0].value', 'latest')
      undo()
      expect(await ask()).to.have.lengthOf(1)
    })

    it('name the plugins that fail or are late without revealing the cause', async () => {
      add('a', () => Promise.reject(new Error('password is hunter2')))
      add('b', () => new Promise(() => undefined))
      add('c', () => Promise.reject(new ApiError('closed', { status: 409, detail: 'Closed.' })))
      add('d', () => () => 'no data')
      add('e', () => 1)
      const answers = await ask()
      const codes = answers.map((answer) => ('error' in answer ? answer.error.code : answer.value))
      expect(codes).to.deep.equal(['internal_error', 'contribution_late', 'closed', 'internal_error', 1])
      expect(JSON.stringify(answers)).not.to.contain('hunter2')
    })

    it('hold their generation while they run, and are aborted when it ends', async () => {
      const lease = new Hold()
      let heard = false
      add(
        'a',
        (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve((heard = true)))),
        lease,
      )
      const answer = ask()
      expect(lease.isIdle).to.equal(false)
      lease.end()
      expect(await answer).to.have.nested.property('[0].value', true)
      expect([heard, lease.isIdle]).to.deep.equal([true, true])
    })

    it('that outlive their generation report that it was replaced', async () => {
      const lease = new Hold()
      add('a', () => new Promise(() => undefined), lease)
      const answer = ask()
      lease.end()
      lease.drop()
      expect(await answer).to.have.nested.property('[0].error.code', 'plugin_replaced')
    })

    it('receive the caller and a copy of the request', async () => {
      add('a', (input) => {
        ;(input as { id: number }).id = 0
        return present_caller()?.name
      })
      const input = { id: 7 }
      expect(await as_caller(ADA, () => ask(input))).to.have.nested.property('[0].value', ADA.name)
      expect(input).to.deep.equal({ id: 7 })
    })

    it('do not roll back the caller’s work when they fail', async () => {
      add('a', () => database.context('not_there').select())
      await database.transaction(async () => {
        await database.context('notes').insert({ text: 'kept' })
        expect(await ask()).to.have.nested.property('[0].error')
      })
      expect(await database.knex('notes')).to.have.lengthOf(1)
    })
  })
})
