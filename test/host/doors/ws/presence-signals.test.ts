import { expect } from 'chai'
import { type Database, openDatabase } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { PresenceSignals } from '../../../../host/doors/ws/presence-signals.ts'
import { target } from '../../../helpers/databases.ts'
import { until } from '../../../helpers/until.ts'

const ADA = { people: [{ id: 'ada', name: 'Ada', editing: true }], more: 2 }

describe('Hosts that share an open record', () => {
  let databases: Database[]
  let opened: PresenceSignals[]
  let heard: string[]
  const place = target('postgres')

  /** A host on the database, which notes what it hears. */
  const host = (database: Database, name: string) => {
    const { signals } = database
    if (signals === undefined) throw new Error('PostgreSQL has signals.')
    const one = new PresenceSignals({
      ...{ signals, log: silentLogger },
      hear: ({ path, present, asks }) =>
        void heard.push(`${name}: ${path} ${present ? JSON.stringify(present) : 'left'}${asks ? ' asks' : ''}`),
      onConnected: () => void heard.push(`${name} connected`),
      onGone: () => void heard.push(`${name}: gone`),
    })
    opened.push(one)
    return one
  }
  const hears = (words: string) => until(words, () => heard.includes(words))

  beforeEach(async () => {
    const options = await place.place()
    databases = [await openDatabase(options), await openDatabase(options)]
    opened = []
    heard = []
  })
  afterEach(async () => {
    for (const each of opened) await each.close()
    for (const database of databases) await database.close()
  })

  it('tell each other who has it open, and that nobody has any more', async () => {
    const [here, there] = [host(databases[0]!, 'here'), host(databases[1]!, 'there')]
    await hears('there connected')
    here.enter('/vans/1', ADA)
    await hears(`there: /vans/1 ${JSON.stringify(ADA)} asks`)
    await hears('here connected')
    there.here('/vans/1', ADA)
    await hears(`here: /vans/1 ${JSON.stringify(ADA)}`)
    here.left('/vans/1')
    await hears('there: /vans/1 left')
  })

  it('forget one that was killed once it has missed some beats, and none that still says something', async () => {
    const [here, killed] = [host(databases[0]!, 'here'), host(databases[1]!, 'killed')]
    await hears('here connected')
    killed.enter('/vans/1', ADA)
    await hears(`here: /vans/1 ${JSON.stringify(ADA)} asks`)
    for (let beats = 0; beats < 12; beats += 1) {
      killed.beat(true)
      killed.here(`/vans/${beats}`, ADA)
      await hears(`here: /vans/${beats} ${JSON.stringify(ADA)}`)
      here.beat(true)
    }
    expect(heard).not.to.include('here: gone')
    for (let beats = 0; beats < 4; beats += 1) here.beat(true)
    expect(heard).to.include('here: gone')
  })
})
