import { expect } from 'chai'
import path from 'node:path'
import type { PluginStatus } from '@atrium/sdk/documents'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { eachDriver } from '../helpers/databases.ts'

const IDS = ['template', 'clients', 'booking', 'ai-agents']
const PLUGINS = IDS.map((id) => path.resolve(import.meta.dirname, '../../plugins', id))

const PANELS = ['operations', 'admin', 'accounting', 'agents'].map((id) => ({ id, title: id }))

describe('The shipped plugins together', () => {
  eachDriver((target) => {
    let host: TestHost
    before(async () => {
      const { url, dataDir, sqlite } = await target.place()
      const database = url === undefined ? { ...(sqlite && { sqlite }) } : { databaseUrl: url }
      host = await startTestHost({ plugins: PLUGINS, panels: PANELS, development: true, dataDir, ...database })
    })
    after(() => host.close())

    const told = async (id: string) => {
      const { state, diagnostics, runtime } = (await (
        await host.request(`/api/v1/plugins/${id}`)
      ).json()) as PluginStatus
      return { id, state, diagnostics, findings: runtime?.findings ?? [] }
    }
    const expectNothingTold = async () => {
      const nothing = { state: 'active', diagnostics: [], findings: [] }
      expect(await Promise.all(IDS.map(told))).to.deep.equal(IDS.map((id) => ({ id, ...nothing })))
    }

    it('have no diagnostics', expectNothingTold)

    it('have none after they were filled with example data and loaded again', async () => {
      for (const id of IDS) {
        const response = await host.request(`/api/v1/plugins/${id}/seed`, { method: 'POST', json: { scale: 0.05 } })
        expect([id, response.status]).to.deep.equal([id, 200])
      }
      await expectNothingTold()
      for (const id of IDS) {
        const response = await host.request(`/api/v1/plugins/${id}/reload`, { method: 'POST', json: {} })
        expect([id, response.status]).to.deep.equal([id, 200])
      }
      await expectNothingTold()
    })
  })
})
