import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seeded_random } from '@atrium/sdk/host'
import { type MortalHosts, startMortalHosts } from '../../helpers/mortal-hosts.ts'
import { createPluginDirectory } from '../../helpers/plugin-directory.ts'
import { atMost, type Finding } from '../finding.ts'
import { compare, sweep } from '../kills/compare.ts'
import { fleetPlugin } from '../kills/fleet-plugin.ts'
import { type Acknowledged, nothing, workUntilOver } from '../kills/lanes.ts'
import { ROOT } from '../start-atrium.ts'

const KILLS = Number(process.env.ATRIUM_KILLS ?? 200)
const SEED = Number(process.env.ATRIUM_KILLS_SEED ?? 1)

/** Milliseconds that a host lives at most after it is ready. */
const LONGEST = 4_000

const PANELS = {
  panels: [{ id: 'operations', title: 'Operations' }],
  plugins: { active: ['clients', 'template', 'fleet'] },
}

/**
 * Kills a host at random moments of writes, uploads, imports, migrations, reloads and bulk actions. Whatever it has acknowledged must
 * be there once, and no file without a row may be left after a sweep.
 */
export async function kills(): Promise<Finding[]> {
  await using fleet = await createPluginDirectory({ ...fleetPlugin, '../panels.config.json': PANELS })
  const parent = dirname(fleet.directory)
  const environment = {
    ATRIUM_SQLITE: 'sqlite3',
    ATRIUM_PLUGINS: [join(ROOT, 'plugins'), parent].join(delimiter),
    ATRIUM_PANELS: join(parent, 'panels.config.json'),
  }
  const hosts = await startMortalHosts({ count: 1, environment })
  try {
    const acknowledged = nothing()
    await killAtWork(hosts, (isOver) => workUntilOver({ hosts, fleet, acknowledged, isOver }))
    const wrong = await compare(hosts, acknowledged)
    for (const each of wrong) console.error(each)
    const { before, left } = await sweep(hosts, acknowledged)
    return [
      atMost(`${KILLS} kills: acknowledged and lost, or done twice`, wrong.length, {
        ...NONE,
        note: told(acknowledged),
      }),
      atMost('files without a row after a sweep', left, { ...NONE, note: `${before} files before it` }),
    ]
  } finally {
    await hosts.end()
  }
}

const NONE = { wanted: 0, digits: 0 }

/** Kills the host while the work goes on. The work is over after the last kill. */
async function killAtWork(hosts: MortalHosts, work: (isOver: () => boolean) => Promise<void>): Promise<void> {
  const random = seeded_random(SEED)
  let hasFailed = false
  let left = KILLS
  const kill = async () => {
    for (; left > 0 && !hasFailed; left -= 1) {
      await pause(random.integer(0, LONGEST))
      await hosts.kill()
      if (left % 10 === 1) console.log(`${new Date().toISOString()} ${KILLS - left + 1} kills`)
    }
  }
  const killing = kill()
  try {
    // A host that does not come back ends the work too.
    await Promise.all([killing, work(() => left === 0)])
  } finally {
    hasFailed = true
    await killing.catch(() => undefined)
  }
}

const told = ({ items, documents, addresses, givenUp, sales, generation }: Acknowledged) =>
  [
    `${items.size} items`,
    `${documents.size} documents`,
    `${addresses.length} imported rows`,
    `${givenUp} imports given up`,
    `${generation} migrations and reloads`,
    `${sales} bulk actions`,
  ].join(', ')
