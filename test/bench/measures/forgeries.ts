import knex from 'knex'
import { join } from 'node:path'
import { openAgents } from '../../../plugins/ai-agents/test/agents-host.ts'
import { forgeApprovals } from '../../../plugins/ai-agents/test/suites/forge-approvals.ts'
import { atMost, type Finding } from '../finding.ts'

const ATTEMPTS = Number(process.env.ATRIUM_FORGERIES ?? 10_000)
const SEED = Number(process.env.ATRIUM_FORGERIES_SEED ?? 1)

/** Tries to get calls through that nobody has approved. */
export async function forgeries(): Promise<Finding[]> {
  const agents = await openAgents({ others: ['template'], sqlite: 'sqlite3' })
  const filename = join(agents.host.dataDir, 'atrium.sqlite')
  const database = knex({ client: 'sqlite3', connection: { filename }, useNullAsDefault: true })
  const alter = (sql: string, values: readonly string[]) => database.raw(sql, [...values])
  try {
    const { accepted, executed } = await forgeApprovals(agents, { attempts: ATTEMPTS, seed: SEED, alter })
    for (const each of [...accepted, ...executed]) console.log(each)
    const note = `${ATTEMPTS} attempts, ${accepted.length} accepted, seed ${SEED}`
    return [atMost('calls that nobody has approved', executed.length + accepted.length, { wanted: 0, digits: 0, note })]
  } finally {
    await database.destroy()
    await agents.host.close()
  }
}
