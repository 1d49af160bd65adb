import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { GOOD, MISBEHAVING } from '../../fixtures/plugins/misbehaving.ts'
import { createProcessHost, type ProcessHost } from '../../helpers/process-host.ts'
import { until } from '../../helpers/until.ts'

const ENVIRONMENT = { ATRIUM_BLOCKED_SECONDS: '1', ATRIUM_HANDLER_SECONDS: '1' }

/** What each of them is told about. */
const CODES = {
  hanging: ['handler_timeout'],
  flooding: ['job_failed', 'event_unhandled'],
  leaking: ['timer_failed'],
  exiting: ['exit_refused'],
  looping: ['host_blocked'],
}

describe('Plugins that hang, flood, leak, exit and loop', () => {
  let host: ProcessHost
  const acknowledged: number[] = []
  const misbehave = (id: string, ms = 1_500) =>
    host.ask(`/api/v1/${id}/now`, { method: 'POST', ...(id === 'looping' && { json: { ms } }) })
  const note = async () => {
    const id = acknowledged.length + 1
    // While the event loop is blocked on a busy machine, a write may wait for more than 5 s and be 503. Clients send it again.
    await until('the note to be taken', async () => {
      const { status } = await host.ask('/api/v1/good/notes', { method: 'POST', json: { id } })
      expect(status).to.be.oneOf([204, 503])
      return status === 204
    })
    acknowledged.push(id)
  }
  const notes = async () => (await host.ask<number[]>('/api/v1/good/notes')).body

  before('start a host with all of them', async () => {
    host = await createProcessHost({ ...MISBEHAVING, good: GOOD })
    host.start(ENVIRONMENT)
    await host.ready()
    await until('the table', async () => (await host.ask('/api/v1/good/notes')).status === 200)
  })
  after('end the host', async () => {
    await host.kill()
    await host.remove()
  })

  it('do not keep another plugin from answering', async () => {
    const ids = Object.keys(MISBEHAVING)
    const misbehaviour = Promise.all([...ids, ...ids, 'leaking', 'leaking'].map((id) => misbehave(id)))
    for (let time = 1; time <= 30; time++) await note()
    await misbehaviour
    await note()
    expect(await notes()).to.deep.equal(acknowledged)
  })

  for (const [id, codes] of Object.entries(CODES)) {
    it(`are named with what they do: ${id}`, async () => {
      await until(`the findings of ${id}`, async () => {
        const found = (await host.status(id)).runtime?.findings.map(({ code }): string => code) ?? []
        if (codes.every((code) => found.includes(code))) return true
        // On a busy machine the first request may have been refused, or rolled back at the limit of its handler.
        await misbehave(id)
        return false
      })
    })
  }

  it('lose nothing that was acknowledged if one of them blocks the host until it is killed', async () => {
    void misbehave('looping', 1e9).catch(() => undefined)
    await until('the note', () => existsSync(path.join(host.dataDir, 'quarantine-blocked.json')))
    await host.kill()
    host.start(ENVIRONMENT)
    await host.ready()
    expect((await host.status('looping')).diagnostics[0]?.code).to.equal('plugin_quarantined')
    expect(await notes()).to.deep.equal(acknowledged)
    await note()
  })
})
