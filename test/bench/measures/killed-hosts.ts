import { join } from 'node:path'
import { surviveKills } from '../../../plugins/booking/test/suites/survive-kills.ts'
import { startMortalHosts } from '../../helpers/mortal-hosts.ts'
import { startPostgresCluster } from '../../helpers/postgres-cluster.ts'
import { atMost, type Finding } from '../finding.ts'
import { ROOT } from '../start-atrium.ts'

const ORDEAL = { bookings: 1_000, callers: 5, kills: 20 }

/** Makes 1,000 bookings for 5 callers each while hosts are killed 20 times; each booking has to be made once. */
export async function killedHosts(): Promise<Finding[]> {
  return [
    await ordeal('sqlite3', { count: 1, environment: { ATRIUM_SQLITE: 'sqlite3' } }),
    await onPostgres('postgres', 1),
    await onPostgres('postgres, one of two hosts at a time', 2),
  ]
}

async function onPostgres(name: string, count: number): Promise<Finding> {
  const cluster = await startPostgresCluster()
  try {
    return await ordeal(name, { count, environment: { DATABASE_URL: cluster.url } })
  } finally {
    await cluster.remove()
  }
}

async function ordeal(
  name: string,
  { count, environment }: { count: number; environment: Record<string, string> },
): Promise<Finding> {
  const plugins = { ATRIUM_PLUGINS: join(ROOT, 'plugins') }
  const hosts = await startMortalHosts({ count, environment: { ...plugins, ...environment } })
  let failures = 0
  try {
    await surviveKills(hosts, ORDEAL)
  } catch (error) {
    console.error(error)
    failures = 1
  } finally {
    await hosts.end()
  }
  return atMost(`failures with 20 kills, ${name}`, failures, { wanted: 0, digits: 0 })
}
