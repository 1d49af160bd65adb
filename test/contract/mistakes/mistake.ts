import path from 'node:path'
import type { Diagnostic, DiagnosticCode, PluginStatus } from '@atrium/sdk/documents'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { hostPlugins } from '../../helpers/hosted-plugins.ts'
import { createPluginDirectory, type PluginFiles } from '../../helpers/plugin-directory.ts'
import { openSocket } from '../../helpers/test-socket.ts'
import { until } from '../../helpers/until.ts'
import { GOOD_PLUGIN, type GoodFile, NEIGHBOUR } from './good-plugin.ts'

/** One mistake in a plugin that is good apart from it, and what its author reads. */
export interface Mistake {
  /** As in a sentence: `a column is misspelt`. */
  readonly title: string
  readonly file: GoodFile
  /** The text that is replaced; undefined for the whole file. */
  readonly from?: string
  readonly to: string
  /** Other files that belong to the mistake. */
  readonly files?: PluginFiles
  /** It never ends. */
  readonly hangs?: true
  readonly told: {
    readonly code: DiagnosticCode
    /** `src/screens.ts:15`: the line of the mistake, or of the call that contains it. */
    readonly at: string
    readonly message: string
    readonly fix: string
  }
}

/** A mistake that is told when the plugin is asked for something. */
export interface RuntimeMistake extends Mistake {
  /** A request below `/api/v1/fleet`, or a message over the WebSocket. Default: a van is rented. */
  readonly asks?: `${'GET' | 'POST'} /${string}` | `SEND ${string}.${string}`
}

/** Milliseconds. */
const HANGING = 3_000

/** Loads the plugin with a mistake beside its neighbour, as a host does, and returns everything that is told about it. */
export async function tell({ file, from, to, files, hangs }: Mistake): Promise<readonly Diagnostic[]> {
  const { registries, plugins, close } = await hostPlugins(
    { ...GOOD_PLUGIN, ...NEIGHBOUR, [file]: changed(GOOD_PLUGIN[file], { from, to }), ...files },
    { active: ['fleet', 'depot'], ...(hangs && { stageLimit: HANGING }) },
  )
  const own = registries.plugins.get('fleet')?.diagnostics ?? []
  const folders = await plugins.discover()
  const found = folders.filter(({ directory }) => directory.endsWith('fleet')).flatMap(({ diagnostics }) => diagnostics)
  await close()
  return [...own.filter(({ code }) => code !== 'plugin_missing'), ...found]
}

/** Loads the plugin with a mistake on a host, asks it for something, and returns everything that is told about it, once that has what is expected. */
export async function tellAtRuntime(mistake: RuntimeMistake): Promise<readonly Diagnostic[]> {
  const { file, from, to, files, asks = 'POST /vans/1/rent' } = mistake
  await using fleet = await createPluginDirectory({
    ...GOOD_PLUGIN,
    ...NEIGHBOUR,
    [file]: changed(GOOD_PLUGIN[file], { from, to }),
    ...files,
  })
  const depot = path.join(fleet.directory, '..', 'depot')
  const host = await startTestHost({ plugins: [depot, fleet.directory], checkResponses: false })
  try {
    const van = { name: 'Van', price: 1, status: 'idle' }
    await host.request('/api/v1/fleet/vans', { method: 'POST', json: van })
    const status = async () => (await (await host.request('/api/v1/plugins/fleet')).json()) as PluginStatus
    await ask(host, asks)
    return await until(`what is told of ${mistake.title}`, async () => {
      const { runtime: { findings = [] } = {} } = await status()
      return findings.some(({ code }) => code === mistake.told.code) ? findings : undefined
    })
  } finally {
    await host.close()
  }
}

async function ask(host: TestHost, asks: string): Promise<void> {
  const [method = '', at = ''] = asks.split(' ')
  if (method === 'SEND') return send(host, at)
  await host.request(`/api/v1/fleet${at}`, { method, ...(method === 'POST' && { json: { reason: 'Holidays' } }) })
}

/** Sends a message without a payload. The connection stays open until the host closes it. */
async function send({ url, token }: TestHost, name: string): Promise<void> {
  const [namespace, type] = name.split('.')
  const headers = { authorization: `Bearer ${token}` }
  const socket = await openSocket(`${url.replace('http', 'ws')}/api/v1/ws`, { headers })
  socket.send({ namespace, type })
}

function changed(good: string, { from, to }: { from: string | undefined; to: string }): string {
  if (from === undefined) return to
  if (!good.includes(from)) throw new Error(`The good plugin does not contain [${from}].`)
  return good.replace(from, () => to)
}

/** `src/screens.ts:15`, or what is known of it. */
export const placeOf = ({ where }: Diagnostic): string => [where?.file, where?.line].filter(Boolean).join(':')

/**
 * How much an author is told: 0 nothing, 1 that something is wrong, 2 what is wrong and its cause, 3 also the line, the offender in
 * brackets and what to do.
 */
export function scoreOf(told: Diagnostic | undefined, { code }: Mistake['told']): number {
  if (told === undefined) return 0
  if (told.code !== code) return 1
  const isWhole = told.where?.line !== undefined && /\[[^\]]+\]/.test(told.message) && told.fix !== ''
  return isWhole ? 3 : 2
}
