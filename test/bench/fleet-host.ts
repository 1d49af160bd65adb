import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createPluginDirectory } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { fleetFiles, labels, LABELS } from './fleet-plugin.ts'
import { type Atrium, startAtrium } from './start-atrium.ts'

const DASHBOARD = '/api/v1/ui/dashboards/vehicles-list'
const PANELS = { panels: [{ id: 'operations', title: 'Operations' }], plugins: { active: ['fleet'] } }

/** The built host with the plugin `fleet`, which has one screen; a save changes its title. */
export interface FleetHost extends AsyncDisposable {
  readonly atrium: Atrium
  readonly plugin: PluginDirectory
  /** Saves another title. */
  save(title: string): Promise<void>
  /** Requests the screen every millisecond over one connection and resolves with the first answer that has the title. */
  seen(title: string): Promise<void>
}

/** Starts it; with `watch`, a save causes a reload. */
export async function startFleetHost({ watch }: { watch: boolean }): Promise<FleetHost> {
  const plugin = await createPluginDirectory({ ...fleetFiles, '../panels.config.json': PANELS })
  const parent = path.dirname(plugin.directory)
  const atrium = await startAtrium({
    env: {
      ATRIUM_PLUGINS: parent,
      ATRIUM_PANELS: path.join(parent, 'panels.config.json'),
      ATRIUM_WATCH: watch ? '1' : '0',
    },
  })
  return {
    atrium,
    plugin,
    save: (title) => plugin.write({ [LABELS]: labels(title) }),
    seen: (title) => seen(atrium, title),
    [Symbol.asyncDispose]: async () => {
      await atrium[Symbol.asyncDispose]()
      await plugin[Symbol.asyncDispose]()
    },
  }
}

async function seen(atrium: Atrium, title: string): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; await pause(1)) {
    const dashboard = (await (await atrium.request(DASHBOARD)).json()) as { title: string }
    if (dashboard.title === title) return
  }
  throw new Error(`[${title}] was saved 10 s ago and is not served yet.\n${await atrium.printed()}`)
}
