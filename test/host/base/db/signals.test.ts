import { expect } from 'chai'
import { openDatabase } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { startPostgresCluster } from '../../../helpers/postgres-cluster.ts'
import { until } from '../../../helpers/until.ts'

describe('signals between hosts', () => {
  eachDriver((target) => {
    it('exist if several hosts can share a database', async () => {
      const { signals } = await target.open()
      expect(signals !== undefined).to.equal(target.dialect === 'postgres')
    })
  })

  it('reach every listener of their channel, even if one fails, and again after the server was away', async function () {
    const cluster = await startPostgresCluster()
    const url = cluster.url
    const [one, two] = await Promise.all([openDatabase({ dataDir: '', url }), openDatabase({ dataDir: '', url })])
    const heard: string[] = []
    const stopFailing = two.signals?.listen('a channel', (word) => {
      if (word !== '') throw new Error('A listener fails.')
    })
    const stop = two.signals?.listen('a channel', (word) => void heard.push(word))
    const say = (word: string) => one.signals?.notify('a channel', word)
    try {
      await until('it listens', () => heard.includes(''))
      await one.signals?.notify('another', 'not for you')
      await say('first')
      await until('the first word', () => heard.includes('first'))
      expect(heard).to.deep.equal(['', 'first'])
      await cluster.stop()
      await cluster.start()
      await until('it listens again', () => heard.filter((word) => word === '').length === 2)
      await until('the second word', async () => {
        await say('second')?.catch(() => undefined)
        return heard.includes('second')
      })
      await stopFailing?.()
      await stop?.()
      await say('third')
      expect(heard).not.to.include('third')
    } finally {
      await stopFailing?.()
      await stop?.()
      await one.close()
      await two.close()
      await cluster.remove()
    }
  })
})
