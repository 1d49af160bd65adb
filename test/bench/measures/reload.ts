import { setTimeout as pause } from 'node:timers/promises'
import { startFleetHost } from '../fleet-host.ts'
import { atMost } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { quantile } from '../median.ts'

const SAVES = 120
const RELOADS = 120

/** The time from saving a file of a plugin to the first answer that shows it, and of a reload by its endpoint alone. */
export async function reload(): Promise<Finding[]> {
  const saves = await saveAgainAndAgain()
  const reloads = await reloadAgainAndAgain()
  const unit = ' ms'
  const note = `${SAVES} saves of a plugin of ten files`
  return [
    atMost('saved to served, median', quantile(saves, 0.5), { wanted: 120, unit, digits: 0, note }),
    atMost('saved to served, 99 %', quantile(saves, 0.99), { wanted: 400, unit, digits: 0 }),
    atMost('load to commit, median', quantile(reloads, 0.5), {
      wanted: 40,
      unit,
      digits: 0,
      note: `${RELOADS} times POST …/reload, all of it`,
    }),
  ]
}

async function saveAgainAndAgain(): Promise<number[]> {
  await using fleet = await startFleetHost({ watch: true })
  return await repeated(SAVES, async (save) => {
    await fleet.save(`Vehicles ${save}`)
    await fleet.seen(`Vehicles ${save}`)
  })
}

async function reloadAgainAndAgain(): Promise<number[]> {
  await using fleet = await startFleetHost({ watch: false })
  return await repeated(RELOADS, async (save) => {
    await fleet.save(`Vehicles ${save}`)
    await fleet.atrium.request('/api/v1/plugins/fleet/reload', {})
  })
}

/** Repeats something with pauses of different lengths, so that it does not run in step with the host. The first time is not counted. */
async function repeated(times: number, work: (turn: number) => Promise<void>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn <= times; turn += 1) {
    const begun = performance.now()
    await work(turn)
    taken.push(performance.now() - begun)
    await pause(100 + 10 * (turn % 7))
  }
  return taken.slice(1)
}
