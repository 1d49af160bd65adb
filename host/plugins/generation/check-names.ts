import { nearest_name } from '@atrium/sdk'
import { own_event_problem } from '@atrium/sdk/host'
import type { Registries } from '../../core/registries/index.ts'
import { type Finding, knownNames } from '../compile/checks/finding.ts'
import type { SourceName, SourceNames } from '../load/source-names.ts'
import type { NamedService } from './generation-scope.ts'

interface Names {
  /** The names that the plugin registered while it was staged. */
  readonly named: readonly NamedService[]
  /** The names that its source uses. */
  readonly source: SourceNames
}

interface Surroundings {
  readonly owner: string
  readonly registries: Registries
}

/** Checks the names of jobs, events and contribution places. Computed names are unknown and not reported. */
export function checkNames({ named, source }: Names, { owner, registries }: Surroundings): Finding[] {
  const handled = named.flatMap(({ kind, name }) => (kind === 'job' ? [name] : []))
  return [
    ...source.jobs.filter(({ name }) => !handled.includes(name)).map((job) => unhandled(job, handled)),
    ...source.events.flatMap((event) => emitted(event, { owner, registries, source })),
    ...named.flatMap((service) => misspelt(service, { owner, registries, source })),
  ]
}

const unhandled = ({ name, place }: SourceName, handled: readonly string[]): Finding => ({
  code: 'job_unhandled',
  message: `The job [${name}] is added, but nothing handles it.`,
  fix: `${handled.length === 0 ? '' : `${knownNames(name, handled)} `}Handle it with \`jobs.handle('${name}', …)\` in \`setup\`.`,
  file: placeOf(place),
})

/** An event whose name is not the plugin's own. Emitters of Node have methods of the same name, so a plugin with such may use any. */
function emitted(event: SourceName, { source, ...host }: Surroundings & { source: SourceNames }): Finding[] {
  if (isForeign(event.name, host)) return [foreign(event, host.owner)]
  const problem = source.hasEmitters ? undefined : own_event_problem(host.owner, event.name)
  return problem ? [{ ...problem, code: 'name_unknown', file: placeOf(event.place) }] : []
}

/** An event that begins with the id of a plugin of this host. */
const isForeign = (name: string, { owner, registries }: Surroundings) => {
  const [plugin = ''] = name.split('.')
  return name.includes('.') && plugin !== owner && registries.plugins.get(plugin) !== undefined
}

const foreign = ({ name, place }: SourceName, owner: string): Finding => ({
  code: 'name_foreign',
  message: `The plugin [${owner}] cannot emit [${name}].`,
  fix: `Name it \`${owner}.<past tense>\`.`,
  file: placeOf(place),
})

const placeOf = ({ file = '', line = 1, column = 1 }: SourceName['place']) => ({ file, line, column })

/** A subscription or contribution to a name that its plugin does not use, although it uses a similar one. */
function misspelt(
  { kind, name, origin }: NamedService,
  { owner, registries, source }: Surroundings & { source: SourceNames },
): Finding[] {
  if (kind === 'job') return []
  const [plugin = ''] = name.split('.')
  const offers = kind === 'event' ? 'events' : 'places'
  const known = plugin === owner ? source[offers].map((each) => each.name) : registries.offersOf(plugin)?.[offers]
  if (known?.includes(name)) return []
  const plugins = registries.plugins.list().map(({ id }) => id)
  const meant = plugins.includes(plugin) ? nearest_name(name, known ?? []) : nearest_name(plugin, plugins)
  const isKnownToLack = kind === 'event' && registries.offersOf(plugin)?.computesEvents === false
  if (meant === undefined && !isKnownToLack) return []
  const fix =
    meant === undefined ? `${eventsOf(plugin, known)} Otherwise its handler never runs.` : `Did you mean [${meant}]?`
  return [{ code: 'name_unknown', message: `The plugin [${plugin}] has no ${kind} [${name}].`, fix, origin }]
}

const eventsOf = (plugin: string, known: readonly string[] = []) =>
  known.length === 0 ? `[${plugin}] emits no events.` : `Use one of ${known.join(', ')}.`
