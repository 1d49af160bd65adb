import { expect } from 'chai'
import path from 'node:path'
import type { TestHostOptions } from '../../../host/testing/index.ts'
import type { PluginStatus } from '../../../host/core/registries/plugin-registry.ts'
import { type FleetHost, useFleetHost } from '../../helpers/fleet-host.ts'
import type { PluginFiles } from '../../helpers/plugin-directory.ts'
import { type Tally, tallyAnswers } from '../../helpers/tally.ts'
import { until } from '../../helpers/until.ts'

/** The plugin beside the one that breaks. */
export const STEADY = path.resolve(import.meta.dirname, '../../fixtures/plugins/steady')

/** What the routes of the fleet answer about their generation. */
export const NAME = '/api/v1/fleet/name'

/** The source of a working fleet; `more` is appended. */
export const working = (name: string, more = ''): PluginFiles => ({
  'src/index.ts': `export const register_routes = (routes) => routes.get('/name', {}, () => '${name}')\n${more}`,
})

/** A host with the plugin `steady`, which must answer all the time, and the plugin `fleet`, which a test breaks. */
export interface Breakage extends FleetHost {
  /** Waits until the fleet answers with this name. */
  serves(name: string): Promise<void>
  /** Requests the name of the fleet until it is stopped. */
  tally(): Tally
  /**
   * Breaks a working fleet, expects it to go on answering, and repairs it again.
   * @returns what the host reported about it
   */
  breaks(files: PluginFiles, code: string): ReturnType<FleetHost['failed']>
}

/** A `stageLimit`, in ms: what hangs is given up after this time. Everything else has to be done by then, even on a busy machine. */
export const HANGING = 3_000

const LAMPS = ['/api/v1/steady/lamps', '/api/v1/ui/dashboards/lamps-list']

/** Starts such a host before each test of the current suite. Its fleet works unless `files` say otherwise. */
export function useBreakage({ files = working('one'), ...options }: TestHostOptions & { files?: PluginFiles } = {}) {
  let tallies: Tally[] = []
  let answers: ReadonlyMap<string, number>[] = []
  // Hooks run in the order they are written in: the tallies end before their host.
  afterEach('ask the steady plugin no more', async () => {
    answers = await Promise.all(tallies.map((tally) => tally.stop()))
  })
  const host = useFleetHost(files, {
    ...options,
    plugins: [STEADY, ...(options.plugins ?? [])],
  })
  beforeEach('ask the steady plugin all the time', () => {
    tallies = LAMPS.map((lamps) => tallyAnswers(() => host.ask(lamps)))
  })
  afterEach('hold what the steady plugin answered', () => {
    for (const answer of answers) {
      expect([...answer.keys()], 'the steady plugin’s answers').to.have.length(1)
      expect([...answer.keys()][0]).to.match(/^200 .*(?:Lighthouse|lamps-list)/)
    }
  })
  return withFleet(host)
}

function withFleet(host: FleetHost): Breakage {
  const serves = async (name: string) => {
    await until(`the fleet as ${name}`, async () => (await host.ask<unknown>(NAME)).body === name)
  }
  const tally = () => tallyAnswers(() => host.ask(NAME))
  const breaks = async (files: PluginFiles, code: string) => {
    const names = tally()
    await host.fleet.write(files)
    const failure = await host.failed(code)
    expect(failure.generation).to.equal(1)
    await host.fleet.write(working('two'))
    await serves('two')
    expect(['200 "one"', '200 "two"']).to.include.members([...(await names.stop()).keys()])
    expect(await host.status()).to.deep.include({ state: 'active', diagnostics: [] } satisfies Partial<PluginStatus>)
    return failure
  }
  return Object.create(host, Object.getOwnPropertyDescriptors({ serves, tally, breaks })) as Breakage
}
