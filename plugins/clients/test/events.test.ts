import { expect } from 'chai'
import path from 'node:path'
import { openPractice } from './open-practice.ts'
import type { Practice } from './suites/practice.ts'

describe('The events of the clients plugin', () => {
  let practice: Practice
  before(async () => (practice = await openPractice({ plugins: [path.dirname(import.meta.dirname)] })))
  after(() => practice.host.close())

  it('are no problem of the plugin if no other plugin handles them', async () => {
    const [kept, other] = [await practice.client(), await practice.client()]
    await practice.ask('DELETE', `/clients/${other.id}`)
    await practice.ask('POST', `/clients/${other.id}/restore`)
    const merged = await practice.ask('POST', `/clients/${kept.id}/merge`, { json: { other_id: other.id } })
    expect(merged.status, JSON.stringify(merged.body)).to.equal(200)
    const plugin = await practice.host.request('/api/v1/plugins/clients')
    const { runtime } = (await plugin.json()) as { runtime?: { findings: object[] } }
    expect(runtime?.findings ?? []).to.deep.equal([])
  })
})
