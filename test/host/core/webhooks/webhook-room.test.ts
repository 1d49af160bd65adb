import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { KeyRing } from '../../../../host/base/secrets/index.ts'
import { countOpenJobs, createJobs, type JobRoom } from '../../../../host/core/jobs/index.ts'
import { DELIVERY_TABLE, WEBHOOK_TABLE, WebhookRoom } from '../../../../host/core/webhooks/index.ts'
import { platformMigrations } from '../../../../host/open-storage.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { until } from '../../../helpers/until.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../helpers/webhook-receiver.ts'

const DAY = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()

describe('Webhooks in the course of days', () =>
  eachDatabase(({ openMigrated }) => {
    let database: Database
    let jobs: JobRoom
    let room: WebhookRoom
    let receiver: WebhookReceiver
    const id = 1

    beforeEach(async () => {
      receiver = await startWebhookReceiver()
      database = await openMigrated(platformMigrations)
      jobs = await createJobs({ database, log: silentLogger })
      const keys = new KeyRing(Buffer.alloc(32, 3))
      const given = { database, jobs, keys, log: silentLogger, version: '1.0.0', egressAllow: ['127.0.0.1'] }
      room = new WebhookRoom(given)
      await room.begin()
      await database.transaction(async () => {
        const times = { created_at: daysAgo(9), updated_at: daysAgo(9) }
        const events = ['fleet.sold']
        const row = { id, name: 'Books', url: receiver.url, events: JSON.stringify(events), enabled: true }
        await database.context(WEBHOOK_TABLE).insert({ ...row, ...times, created_by: 'Ada', version: 1 })
        await room.renewSecret(id)
        await room.saved({ id, enabled: true, events })
      })
    })
    afterEach(async () => {
      await room.close()
      await jobs.close()
      await receiver[Symbol.asyncDispose]()
    })

    const sell = () => jobs.events.emit('fleet', 'fleet.sold', [{ van: 1 }])
    const deliveries = () =>
      database.reader<{ id: number; event: string; state: string; attempt: number }>(DELIVERY_TABLE)
    const inState = (state: string) => until(state, async () => (await deliveries().where({ state }))[0])
    const webhook = () => database.reader(WEBHOOK_TABLE).where({ id }).first<{ disabled_reason: string | null }>()

    it('are disabled once every try has failed for three days, and not before', async () => {
      receiver.answer = (response) => void response.writeHead(500).end()
      const fail = async () => {
        await sell()
        await until('a try', async () => (await deliveries().where('attempt', '>', 0).orderBy('id', 'desc'))[0])
      }
      await fail()
      await database
        .knex(WEBHOOK_TABLE)
        .where({ id })
        .update({ failing_since: daysAgo(2.9) })
      await room.test(id)
      await until(
        'the test',
        async () => (await deliveries().where({ event: 'webhook.test' }).where({ attempt: 1 }))[0],
      )
      expect((await webhook())?.disabled_reason).to.equal(null)
      await database
        .knex(WEBHOOK_TABLE)
        .where({ id })
        .update({ failing_since: daysAgo(3.1) })
      await room.test(id)
      await until(
        'the reason',
        async () => (await webhook())?.disabled_reason === 'Every try has failed for three days.',
      )
      expect(await deliveries().where({ state: 'waiting' })).to.deep.equal([])
      const before = receiver.received.length
      await sell()
      expect(await deliveries().where({ state: 'waiting' })).to.deep.equal([])
      expect(receiver.received).to.have.lengthOf(before)
    })

    it('forget deliveries 30 days after their end, and none that waits', async () => {
      await sell()
      await inState('delivered')
      receiver.answer = (response) => void response.writeHead(500).end()
      await sell()
      await until('a try', async () => (await deliveries().where({ state: 'waiting', attempt: 1 }))[0])
      await database.knex(DELIVERY_TABLE).update({ created_at: daysAgo(60) })
      await database
        .knex(DELIVERY_TABLE)
        .where({ state: 'delivered' })
        .update({ finished_at: daysAgo(29) })
      await room.sweep()
      expect(await deliveries()).to.have.lengthOf(2)
      await database
        .knex(DELIVERY_TABLE)
        .where({ state: 'delivered' })
        .update({ finished_at: daysAgo(31) })
      await room.sweep()
      expect((await deliveries()).map(({ state }) => state)).to.deep.equal(['waiting'])
    })

    it('queue a delivery again whose job has failed or was lost', async () => {
      await sell()
      await inState('delivered')
      // The job ends shortly after the delivery, and `sweep` leaves deliveries alone whose jobs still run.
      await until('its job has ended', async () => (await countOpenJobs(database)).length === 0)
      await database.knex(DELIVERY_TABLE).update({ state: 'waiting', attempt: 0 })
      await room.sweep()
      await until('it came again', () => receiver.received.length === 2)
      expect(new Set(receiver.received.map((message) => message.id))).to.have.lengthOf(1)
    })

    it('keep the reason of a try that could not be signed', async () => {
      await database.knex(WEBHOOK_TABLE).where({ id }).update({ secret: 'nothing' })
      await sell()
      const tried = await until('a try', async () => (await deliveries().where({ attempt: 1 }))[0])
      expect(tried).to.deep.include({ state: 'waiting' })
      expect((tried as unknown as { error: string }).error).to.include('not a sealed secret')
      expect(receiver.received).to.deep.equal([])
    })

    it('end what waits for a webhook that a person has disabled', async () => {
      await database.transaction(() => room.saved({ id, enabled: true, events: ['fleet.sold'] }))
      await database.knex(WEBHOOK_TABLE).where({ id }).update({ enabled: false })
      await sell()
      expect(await inState('cancelled')).to.include({ attempt: 0 })
      expect(receiver.received).to.deep.equal([])
    })
  }))
