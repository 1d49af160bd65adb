import { expect } from 'chai'
import knex from 'knex'
import path from 'node:path'
import { type AgentsHost, openAgents } from './agents-host.ts'
import { forgeApprovals } from './suites/forge-approvals.ts'

const ATTEMPTS = Number(process.env.ATRIUM_FORGERIES ?? 200)

describe('Approvals that nobody has given', () => {
  let agents: AgentsHost
  before(async () => {
    agents = await openAgents({ others: ['template'] })
  })
  after(() => agents.host.close())

  it(`execute nothing, over any door: ${ATTEMPTS} of them`, async function () {
    this.timeout(Math.max(600_000, ATTEMPTS * 100))
    const filename = path.join(agents.host.dataDir, 'atrium.sqlite')
    const database = knex({ client: 'sqlite3', connection: { filename }, useNullAsDefault: true })
    const alter = (sql: string, values: readonly string[]) => database.raw(sql, [...values])
    const forged = await forgeApprovals(agents, { attempts: ATTEMPTS, seed: 11, alter })
    await database.destroy()
    expect(forged).to.deep.equal({ attempts: ATTEMPTS, accepted: [], executed: [] })
  })
})
