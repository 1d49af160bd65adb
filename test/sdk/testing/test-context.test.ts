import { test_context } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { rejection } from '../../helpers/rejection.ts'

describe('test_context', () => {
  it('keeps jobs until the test has them run, each once, with what they add', async () => {
    const test = test_context()
    const { jobs } = test.context
    const ran: unknown[] = []
    jobs.handle('greet', async ({ name, payload, attempt }) => {
      ran.push([name, payload, attempt])
      if (ran.length === 1) await jobs.add('greet', 'again')
    })
    await jobs.add('greet', { to: 'Ada', on: new Date(0) }, { run_at: new Date(8e15) })
    await jobs.add('other')
    await jobs.add('other', 1, { key: 'k' })
    await jobs.add('other', 2, { key: 'k' })
    expect(test.jobs.map(({ payload }) => payload)).to.deep.equal([
      { to: 'Ada', on: '1970-01-01T00:00:00.000Z' },
      null,
      1,
    ])
    await test.run_jobs()
    expect(ran).to.deep.equal([
      ['greet', { to: 'Ada', on: '1970-01-01T00:00:00.000Z' }, 1],
      ['greet', 'again', 1],
    ])
    expect(test.jobs.map(({ name }) => name)).to.deep.equal(['other', 'other'])
  })

  it('shows what a job throws', async () => {
    const test = test_context()
    test.context.jobs.handle('fail', () => Promise.reject(new Error('no')))
    await test.context.jobs.add('fail')
    expect((await rejection(test.run_jobs())).message).to.equal('no')
  })

  it('keeps what is emitted, and delivers what the test makes happen', async () => {
    const test = test_context({ plugin: { id: 'desk' } })
    const seen: unknown[] = []
    const undo = test.context.events.on('clients.created', ({ payload }) => void seen.push(payload))
    const event = await test.deliver('clients.created', { id: 7 })
    undo()
    await test.deliver('clients.created', { id: 8 })
    await test.context.events.emit('desk.opened')
    expect(seen).to.deep.equal([{ id: 7 }])
    expect(event).to.include({ name: 'clients.created' })
    expect(test.events.map(({ name, payload }) => [name, payload])).to.deep.equal([['desk.opened', null]])
  })

  it('keeps notifications as the host would: shortened, and the latest of each matter until it is withdrawn', async () => {
    const { context, notifications } = test_context()
    const { send, withdraw } = context.notifications
    const to = { permission: 'test.vans.view' }
    await send({ to, title: 'Late', key: 'van/7' })
    await send({ to, title: 'x'.repeat(201), key: 'van/7' })
    await send({ to: { user: 'ada' }, title: 'Welcome' })
    expect(notifications.map(({ title }) => title)).to.deep.equal([`${'x'.repeat(199)}…`, 'Welcome'])
    await withdraw('van/7')
    expect(notifications.map(({ title }) => title)).to.deep.equal(['Welcome'])
    const { fix } = (await rejection(send({ to, title: 'Late', link: '//elsewhere.example' }))) as Error & {
      fix: string
    }
    expect(fix).to.include('the path of a screen')
    expect((await rejection(send({ to, title: 'Late', urgent: true } as never))).message).to.include('[urgent]')
  })

  it('sweeps the files that the plugin does not name, however young they are', async () => {
    const { files } = test_context().context
    const [used, unused] = [await files.put('used'), await files.put('unused')]
    expect(await files.sweep((keys) => Promise.resolve(keys.filter((key) => key === used.key)))).to.equal(1)
    await files.open(used.key)
    expect(await rejection(files.open(unused.key))).to.include({ code: 'file_missing' })
  })

  it('refuses names as the host does', async () => {
    const { context } = test_context({ plugin: { id: 'desk' } })
    expect(await rejection(context.events.emit('clients.created', {}))).to.include({ code: 'name_foreign' })
    expect(await rejection(context.contributions('clients.record', {}))).to.include({ code: 'name_foreign' })
    expect(await rejection(context.jobs.add('Not a name', {}))).to.include({ code: 'id_invalid' })
    expect(() => context.events.on('created', () => undefined))
      .to.throw()
      .that.includes({ code: 'id_invalid' })
    expect(() => context.contribute('record', () => 1))
      .to.throw()
      .that.includes({ code: 'id_invalid' })
  })

  it('opens secrets where they were sealed and nowhere else', async () => {
    const { secrets } = test_context().context
    const sealed = await secrets.seal('hunter2', 'accounts/1')
    expect(sealed).not.to.contain('hunter2')
    expect(await secrets.open(sealed, 'accounts/1')).to.equal('hunter2')
    expect((await rejection(secrets.open(sealed, 'accounts/2'))).message).to.contain('[accounts/2]')
  })

  it('asks contributors and hands out what others contribute', async () => {
    const given = [{ plugin: 'desk', title: 'Desk', value: 1 }]
    const { context, contributed } = test_context({ plugin: { id: 'clients' }, contributions: () => given })
    context.contribute<{ id: number }>('booking.record', async ({ id }) => id * 2)
    const undo = context.contribute('booking.record', () => 'gone')
    undo()
    expect(await contributed('booking.record', { id: 7 })).to.deep.equal([14])
    expect(await context.contributions('clients.record', {})).to.deep.equal(given)
  })

  it('runs timers and disposal when the test says so, and keeps the log', async () => {
    const { context, run_timers, dispose, log } = test_context()
    const ran: string[] = []
    context.every(1000, () => void ran.push('every'))
    context.after(1000, () => void ran.push('after'))()
    context.on_dispose(() => void ran.push('first in'))
    context.on_dispose(() => void ran.push(`last in, ${context.signal.aborted}`))
    context.log.warn('Look out.', { here: true })
    await run_timers()
    await dispose()
    expect(ran).to.deep.equal(['every', 'last in, true', 'first in'])
    expect(log).to.deep.equal([{ level: 'warn', message: 'Look out.', details: { here: true } }])
  })

  it('says what it was not given', async () => {
    const { context } = test_context()
    expect(() => context.db('items')).to.throw('[context.db]')
    expect((await rejection(context.call('GET', '/api/v1/clients'))).message).to.contain('[GET /api/v1/clients]')
    expect((await rejection(context.fetch('http://127.0.0.1/'))).message).to.contain('[http://127.0.0.1/]')
  })
})
