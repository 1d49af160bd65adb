import path from 'node:path'
import { createPluginDirectory } from '../../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../../helpers/plugin-directory.ts'
import { atMost, type Finding } from '../finding.ts'
import { askDocuments } from '../soak/ask-documents.ts'
import { COUNTED, type HostMemory, hostMemory } from '../soak/host-memory.ts'
import { Ledger } from '../soak/ledger.ts'
import { BROKEN, NUMBER, numberedPlugin, numberFile } from '../soak/numbered-plugin.ts'
import { talkOverChannels } from '../soak/talk-over-channels.ts'
import { type Atrium, startAtrium } from '../start-atrium.ts'

const RELOADS = Number(process.env.ATRIUM_SOAK_RELOADS ?? 2_000)
/** Reloads to warm up: V8 keeps optimizing for a long time. */
const WARM_UP = RELOADS / 2
/** Every fourth reload is broken. */
const BROKEN_EVERY = 4
const PANELS = { panels: [{ id: 'operations', title: 'Operations' }], plugins: { active: ['fleet'] } }

interface Soak {
  readonly atrium: Atrium
  readonly plugin: PluginDirectory
  readonly ledger: Ledger
}

/** Reloads a plugin 3,000 times under load, and checks that every answer belongs to a generation that served at the time. */
export async function soak(): Promise<Finding[]> {
  await using plugin = await createPluginDirectory({ ...numberedPlugin, '../panels.config.json': PANELS })
  const parent = path.dirname(plugin.directory)
  const env = {
    ATRIUM_PLUGINS: parent,
    ATRIUM_PANELS: path.join(parent, 'panels.config.json'),
    ATRIUM_WATCH: '0',
    LOG_LEVEL: 'silent',
  }
  await using atrium = await startAtrium({ env, ...COUNTED })
  const running: Soak = { atrium, plugin, ledger: new Ledger() }
  await underLoad(running, { from: 1, to: WARM_UP })
  const before = await hostMemory(atrium)
  await underLoad(running, { from: WARM_UP + 1, to: WARM_UP + RELOADS })
  const after = await hostMemory(atrium)
  for (const wrong of running.ledger.wrong) console.error(wrong)
  return findings(running.ledger, { before, after })
}

async function underLoad(running: Soak, { from, to }: { from: number; to: number }): Promise<void> {
  const { atrium, ledger } = running
  const documents = askDocuments(atrium.url, ledger)
  const channels = await talkOverChannels(atrium.url, ledger)
  for (let number = from; number <= to; number += 1) await reloadTo(number, running)
  await Promise.all([documents.stop(), channels.stop()])
}

async function reloadTo(number: number, { atrium, plugin, ledger }: Soak): Promise<void> {
  const isBroken = number % BROKEN_EVERY === 0
  if (!isBroken) ledger.begin(number)
  await plugin.write({ [NUMBER]: isBroken ? BROKEN : numberFile(number) })
  await atrium.request('/api/v1/plugins/fleet/reload', {})
  const { state } = (await (await atrium.request('/api/v1/plugins/fleet')).json()) as { state: string }
  if (state !== (isBroken ? 'failed' : 'active')) ledger.fail(`The reload to ${number} has come to ${state}.`)
  if (!isBroken) ledger.commit(number)
}

function findings(ledger: Ledger, { before, after }: { before: HostMemory; after: HostMemory }): Finding[] {
  const none = { wanted: 0, digits: 0 }
  const perReload = (after.heap - before.heap) / RELOADS
  const note = `${WARM_UP} and ${RELOADS} reloads, ${ledger.answers} answers`
  return [
    atMost('answers that are no generation’s', ledger.failed, { ...none, note }),
    atMost('answers of a generation that did not serve', ledger.foreign, none),
    atMost('answers mixed of several generations', ledger.mixed, none),
    atMost('connections dropped', ledger.dropped, none),
    atMost('retired generations still in memory', after.published - after.finalized - 1, {
      ...none,
      note: `${after.finalized} gone`,
    }),
    atMost('heap per reload', perReload, { wanted: 1_000, unit: ' B', digits: 0 }),
  ]
}
