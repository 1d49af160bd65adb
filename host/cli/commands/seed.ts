import { setTimeout as pause } from 'node:timers/promises'
import type { PluginStatus } from '@atrium/sdk/documents'
import { Command, InvalidArgumentError } from 'commander'
import type { CommandLine } from './command-line.ts'
import { findPlugin } from '../connection/find-plugin.ts'
import type { HostClient } from '../connection/host-client.ts'
import { alignTable, paint } from '../output/text.ts'
import { during } from '../output/interaction.ts'
import { type SeededPerson, seedPeople, showPeople } from './seed-people.ts'

interface SeedOptions {
  readonly seed: number
  readonly date?: string
  readonly scale: number
  readonly inProduction?: boolean
  readonly people: boolean
}

/** `atrium seed [plugin]` */
export function seedCommand(cli: CommandLine): Command {
  return new Command('seed')
    .description('fill empty plugins with example data, required plugins first')
    .argument('[plugin]', 'only this plugin and the plugins it requires; default: all active plugins')
    .option(
      '--seed <number>',
      'integer that selects the data; the same number always produces the same rows',
      toInteger,
      1,
    )
    .option('--date <day>', 'day that the data treats as today, for example 2026-11-20; default: today')
    .option('--scale <factor>', 'amount of data relative to the default amount, above 0 and at most 10', toScale, 1)
    .option('--no-people', 'do not create example people for the roles that the plugins suggest')
    .option('--in-production', 'allow seeding a host in production; creates no people there')
    .action(async (id: string | undefined, options: SeedOptions) => {
      const outcomes = await cli.withHost(async (host) => {
        await during('wait for the plugins of the host', started(host))
        return seedAll(host, { id, options })
      })
      cli.print(outcomes, () => showSeeds(outcomes))
    })
}

/** Milliseconds between two looks at whether the host has started. */
const LOOK_EVERY = 200

/** Waits until the host has tried to load each plugin. Those that are not loaded yet would be left out. */
async function started(host: HostClient): Promise<void> {
  while ((await host.readiness()) === 'starting') await pause(LOOK_EVERY)
}

async function seedAll(
  host: HostClient,
  { id, options }: { id: string | undefined; options: SeedOptions },
): Promise<SeedOutcome[]> {
  const { seed: number, date: today, scale, inProduction: in_production } = options
  const plugins = await host.get<PluginStatus[]>('/api/v1/plugins')
  const order = seedOrder(plugins, id)
  // A plugin that does not serve is requested too, because the host's error gives the reason.
  const ids = id === undefined || order.length > 0 ? order.map((plugin) => plugin.id) : [findPlugin(id, plugins).id]
  const outcomes: SeedOutcome[] = []
  for (const each of ids) {
    const filled = host.post<SeedOutcome>(pathOf(each), { number, today, scale, in_production })
    outcomes.push(await during(`seed ${each}`, filled, { progress: () => progressOf(host, each) }))
  }
  const people =
    options.people && !in_production ? await seedPeople(host, filledOf(outcomes)) : new Map<string, never>()
  return outcomes
    .filter(({ plugin, outcome }) => outcome !== 'no_seed' || plugin === id)
    .map((outcome) => ({ ...outcome, ...(people.has(outcome.plugin) && { people: people.get(outcome.plugin) }) }))
}

const filledOf = (outcomes: readonly SeedOutcome[]) =>
  outcomes.filter(({ outcome }) => outcome !== 'no_seed').map(({ plugin }) => plugin)

async function progressOf(host: HostClient, id: string): Promise<string> {
  const { done, total } = await host.get<{ done?: number; total?: number }>(pathOf(id))
  if (done === undefined) return ''
  return [done, total].flatMap((number) => (number === undefined ? [] : [number.toLocaleString('en')])).join(' of ')
}

const pathOf = (id: string) => `/api/v1/plugins/${encodeURIComponent(id)}/seed`

function toInteger(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be an integer.')
}

function toScale(text: string): number {
  const scale = Number(text)
  if (scale > 0 && scale <= 10) return scale
  throw new InvalidArgumentError('It must be above 0 and at most 10.')
}

/** The serving plugins, each after the plugins it requires. With an id, only that plugin and the plugins it requires. */
function seedOrder(plugins: readonly PluginStatus[], id?: string): PluginStatus[] {
  const serving = new Map(plugins.filter(({ generation }) => generation !== undefined).map((each) => [each.id, each]))
  const ordered = new Set<PluginStatus>()
  const visited = new Set<string>()
  const visit = (name: string) => {
    const plugin = serving.get(name)
    if (plugin === undefined || visited.has(name)) return
    visited.add(name)
    for (const required of Object.keys(plugin.requires)) visit(required)
    ordered.add(plugin)
  }
  for (const name of id === undefined ? serving.keys() : [id]) visit(name)
  return [...ordered]
}

/** The host's answer to a seed request. */
interface SeedOutcome {
  readonly plugin: string
  readonly outcome: 'seeded' | 'kept' | 'no_seed'
  readonly rows: Readonly<Record<string, number>>
  /** The people whom the command created for the plugin's suggested roles. */
  readonly people?: readonly SeededPerson[]
}

/** The row counts of each plugin by table, and a remark on each plugin to which nothing was added. */
export function showSeeds(outcomes: readonly SeedOutcome[]): string {
  const counts = outcomes.flatMap(({ rows }) => Object.values(rows).map(counted))
  const width = Math.max(4, ...counts.map(({ length }) => length))
  const head = ['PLUGIN', 'TABLE', 'ROWS'.padStart(width)].map((name) => paint('dim', name))
  const table = outcomes.flatMap(({ plugin, rows }) =>
    Object.entries(rows).map(([name, total], at) => [
      at === 0 ? paint('bold', plugin) : '',
      name,
      counted(total).padStart(width),
    ]),
  )
  const people = showPeople(outcomes.flatMap((outcome) => outcome.people ?? []))
  return [...(table.length > 0 ? [alignTable([head, ...table])] : []), ...outcomes.flatMap(remarkOn), ...people].join(
    '\n',
  )
}

function remarkOn({ plugin, outcome }: SeedOutcome): string[] {
  if (outcome === 'seeded') return []
  if (outcome === 'no_seed') return [`[${plugin}] has no example data.`]
  return [`[${plugin}] already has rows; nothing was added. To start over: atrium plugins reset ${plugin}`]
}

const counted = (total: number) => total.toLocaleString('en')
