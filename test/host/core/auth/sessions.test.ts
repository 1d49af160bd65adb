import { expect } from 'chai'
import { target } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { startAuth } from './start-auth.ts'

const CLIENT = { address: '192.0.2.1', userAgent: 'Test' }
const HOUR = 3_600_000

describe('The sessions', () => {
  const sqlite = target('sqlite3')

  it('are listed for everybody or for one person, the last used first, until they end', async () => {
    const { auth, operator, person, clock } = await startAuth(sqlite)
    const { id: ada } = await person()
    clock.now += HOUR
    const { id: last } = await operator()
    const listed = async (of?: { user_id: string }) => (await auth.sessions.list(of)).map(({ user_id }) => user_id)
    expect(new Set(await listed())).to.deep.equal(new Set([last, ada]))
    expect((await listed())[0]).to.equal(last)
    expect(await listed({ user_id: ada })).to.deep.equal([ada])
    clock.now += 12 * HOUR
    expect(await listed()).to.deep.equal([])
  })

  it('are ended one by one by their ids, once', async () => {
    const { auth, person } = await startAuth(sqlite)
    const { id: ada } = await person()
    await auth.sessions.start({ id: ada }, CLIENT, { methods: ['link'] })
    const [one, other] = await auth.sessions.list({ user_id: ada })
    await auth.sessions.endById(one?.id ?? '')
    expect((await auth.sessions.list({ user_id: ada })).map(({ id }) => id)).to.deep.equal([other?.id])
    for (const id of [one?.id ?? '', 'nothing'])
      expect(await rejection(auth.sessions.endById(id))).to.include({ code: 'record_not_found', status: 404 })
  })

  it('do not begin for somebody who is disabled', async () => {
    const { auth, operator, person } = await startAuth(sqlite)
    const { id: ada } = await person()
    await auth.users.update(ada, { disabled: true }, { by: await operator() })
    const error = await rejection(auth.sessions.start({ id: ada }, CLIENT, { methods: ['link'] }))
    expect(error).to.include({ code: 'credentials_invalid' })
    expect(error.message).to.include('disabled')
  })

  it('raise the version of authority where one takes the place of another, and only there', async () => {
    const { auth, person, database } = await startAuth(sqlite)
    const { id } = await person()
    const version = async () =>
      Number((await database.knex<{ version: number }>('platform_authority').first('version'))?.version)
    const raised = async (client: { formerSecret?: string }) => {
      const before = await version()
      const work = async () => (await auth.sessions.start({ id }, { ...CLIENT }, { methods: ['link'] })).secret
      await auth.sessions.beginning({ ...CLIENT, ...client }, work)
      return (await version()) - before
    }
    expect(await raised({})).to.equal(0)
    expect(await raised({ formerSecret: 'x'.repeat(43) })).to.equal(1)
  })
})
