import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createPluginDirectory } from '../../helpers/plugin-directory.ts'
import { atMost } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { fleetFiles, labels, LABELS } from '../fleet-plugin.ts'
import { median, quantile } from '../median.ts'
import { startAtrium } from '../start-atrium.ts'
import type { Atrium } from '../start-atrium.ts'

const SAVES = 40
const DASHBOARD = '/api/v1/ui/dashboards/vehicles-list'
const PANELS = { panels: [{ id: 'operations', title: 'Operations' }], plugins: { active: ['fleet'] } }

/** From saving a file of a plugin to the first answer that shows what was saved. */
export async function saveToSeen(): Promise<Finding[]> {
  await using plugin = await createPluginDirectory({ ...fleetFiles, '../panels.config.json': PANELS })
  const parent = path.dirname(plugin.directory)
  await using atrium = await startAtrium({
    env: { ATRIUM_PLUGINS: parent, ATRIUM_PANELS: path.join(parent, 'panels.config.json'), ATRIUM_WATCH: '1' },
  })
  const times: number[] = []
  for (let save = 0; save <= SAVES; save += 1) {
    const title = `Vehicles ${save}`
    const begun = performance.now()
    await plugin.write({ [LABELS]: labels(title) })
    await seen(atrium, title)
    times.push(performance.now() - begun)
    await pause(200 + 10 * (save % 7)) // nobody saves in step with the host
  }
  const note = `${SAVES} saves, 95 % within ${quantile(times.slice(1), 0.95).toFixed()} ms`
  return [
    atMost('saved to seen, a plugin of ten files', median(times.slice(1)), {
      wanted: 150,
      unit: ' ms',
      digits: 0,
      note,
    }),
  ]
}

/** Asks again and again over one connection, seldom enough to stay below the limit of requests. */
async function seen(atrium: Atrium, title: string): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; await pause(1)) {
    const dashboard = (await (await atrium.request(DASHBOARD)).json()) as { title: string }
    if (dashboard.title === title) return
  }
  throw new Error(`[${title}] was saved 10 s ago and is not served yet.\n${await atrium.printed()}`)
}
