import type { Diagnostic, Problem } from '@atrium/sdk/documents'
import { createLogger } from '../../host/base/log/index.ts'
import type { PluginStatus } from '../../host/core/registries/plugin-registry.ts'
import { startTestHost } from '../../host/testing/index.ts'
import type { TestHost, TestHostOptions } from '../../host/testing/index.ts'
import { read } from '../contract/template-host.ts'
import type { Answer, Init } from '../contract/template-host.ts'
import { createPluginDirectory } from './plugin-directory.ts'
import type { PluginDirectory, PluginFiles } from './plugin-directory.ts'
import { until } from './until.ts'

/** A host that watches a plugin `fleet`, which a test writes. */
export interface FleetHost {
  readonly host: TestHost
  readonly fleet: PluginDirectory
  /** The lines of its log, level `info` and above. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  /** Sends a request with the admin token. */
  ask<Body = Problem>(path: string, init?: Init): Promise<Answer<Body>>
  status(id?: string): Promise<PluginStatus>
  /** Saves files and waits until a newer generation serves. */
  replace(files: PluginFiles): Promise<PluginStatus>
  /** Waits until the plugin has failed with this code. */
  failed(code: string): Promise<PluginStatus & { first: Diagnostic }>
}

/** Starts a host with `fleet` before each test of the current suite, and closes it afterwards. `given` may make options for each. */
export function useFleetHost(
  files: PluginFiles,
  given: TestHostOptions | (() => Promise<TestHostOptions>) = {},
): FleetHost {
  let host: TestHost
  let fleet: PluginDirectory
  let logged: Record<string, unknown>[] = []
  beforeEach('start a host', async () => {
    const lines = (logged = [] as typeof logged)
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
    const log = await createLogger({ level: 'info', pretty: false, stream: { write } })
    fleet = await createPluginDirectory(files)
    const options = typeof given === 'function' ? await given() : given
    host = await startTestHost({ watch: true, log, ...options, plugins: [...(options.plugins ?? []), fleet.directory] })
  })
  afterEach('close the host', async () => {
    await host.close()
    await fleet[Symbol.asyncDispose]()
  })

  const ask: FleetHost['ask'] = async (to, init) => read(await host.request(to, init))
  const status = async (id = 'fleet') => (await ask<PluginStatus>(`/api/v1/plugins/${id}`)).body
  return {
    get host() {
      return host
    },
    get fleet() {
      return fleet
    },
    get logged() {
      return logged
    },
    ask,
    status,
    replace: async (saved) => {
      const { generation = 0 } = await status()
      await fleet.write(saved)
      return until('the next generation', async () => {
        const now = await status()
        return now.state === 'active' && (now.generation ?? 0) > generation ? now : undefined
      })
    },
    failed: (code) =>
      until(`the failure ${code}`, async () => {
        const now = await status()
        const first = now.diagnostics.find((diagnostic) => diagnostic.code === code)
        return now.state === 'failed' && first ? { ...now, first } : undefined
      }),
  }
}
