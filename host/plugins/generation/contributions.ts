import type { Contribution, Undo, PluginContext } from '@atrium/sdk'
import { ApiError, present_caller } from '@atrium/sdk'
import {
  as_caller,
  origin_of,
  require_function,
  require_own_place,
  require_place,
  type Withhold,
} from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { requireJsonWithin, toApiError } from '../../base/errors/index.ts'
import type { Lease } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { held, presentRequest } from '../../core/operations/index.ts'
import type { RuntimeFindings } from '../../core/registries/index.ts'
import type { GenerationScope } from './generation-scope.ts'

const LIMIT = 2_000

/** The most characters of a contribution as JSON. It is part of the answer about one record. */
const LARGEST_CONTRIBUTION = 4_000_000

/** A contribution of a generation to a place of another plugin. */
export interface Contributor {
  readonly plugin: string
  readonly place: string
  readonly lease: Lease
  /** Callers without it get no answer from this contributor. */
  readonly permission?: string | undefined
  /** Names the author's line. */
  readonly origin?: unknown
  readonly run: (input: unknown, options: { readonly signal: AbortSignal }) => unknown
}

export interface ContributionsOptions {
  readonly database: Database
  readonly log: HostLogger
  /** Records which contributions fail. */
  readonly findings?: RuntimeFindings
  readonly titleOf: (plugin: string) => string
  /** Removes the fields of a plugin's records that a caller may not see. */
  readonly withholdOf: (plugin: string) => Withhold
  /** Time limit for each contributor, in milliseconds. Default 2 s. */
  readonly limit?: number
}

/** All contributions by place. A contributor that fails or is late is named in the answer and does not affect the others. */
export class Contributions {
  readonly #options: ContributionsOptions
  readonly #contributors = new Set<Contributor>()

  constructor(options: ContributionsOptions) {
    this.#options = options
  }

  /** If two generations of a plugin contribute, only the later one is called. */
  add(contributor: Contributor): Undo {
    const { plugin, place, lease } = contributor
    for (const other of this.#at(place))
      if (other.plugin === plugin && other.lease !== lease) this.#contributors.delete(other)
    this.#contributors.add(contributor)
    return () => void this.#contributors.delete(contributor)
  }

  /** Asks all contributors at once, as the present caller. Answers are sorted by plugin, then by order of declaration. */
  async ask<Value>(place: string, input: unknown): Promise<Contribution<Value>[]> {
    const caller = present_caller()
    const may = ({ permission }: Contributor) => permission === undefined || (caller?.can(permission) ?? true)
    const contributors = this.#at(place)
      .filter(may)
      .sort((one, other) => compare(one.plugin, other.plugin))
    return Promise.all(
      contributors.map((contributor) => asContributor(contributor, () => this.#answer<Value>(contributor, input))),
    )
  }

  async #answer<Value>(contributor: Contributor, input: unknown): Promise<Contribution<Value>> {
    const { plugin } = contributor
    const named = { plugin, title: this.#options.titleOf(plugin) }
    try {
      const value = await this.#askOne(contributor, structuredClone(input))
      requireJsonWithin(LARGEST_CONTRIBUTION, value, {
        what: `The contribution to [${contributor.place}]`,
        instead: 'Contribute the few values that belong to the record.',
      })
      return { ...named, value: this.#visible(plugin, structuredClone(value)) as Value }
    } catch (thrown) {
      const { status, code, message } = toApiError(thrown)
      if (status >= 500) this.#reportFailure(contributor, thrown, input)
      return { ...named, error: { code, detail: message } }
    }
  }

  #reportFailure({ plugin, place, lease, origin: at }: Contributor, error: unknown, given: unknown): void {
    const { log, findings } = this.#options
    log.error('a contribution failed', { err: error, plugin, place })
    findings?.report({ plugin, lease, code: 'contribution_failed', work: `contribution ${place}`, error, given, at })
  }

  /** Without a caller, the host or a plugin asks on its own account. */
  #visible(plugin: string, value: unknown): unknown {
    const caller = present_caller()
    return caller === undefined ? value : this.#options.withholdOf(plugin)(value, caller)
  }

  /** Contributors read outside the asking transaction, because a failing statement would undo it. */
  async #askOne({ plugin, lease, run }: Contributor, input: unknown): Promise<unknown> {
    const { database, limit = LIMIT } = this.#options
    const late = new AbortController()
    const signal = AbortSignal.any([lease.signal, late.signal])
    const expired = new Promise<never>((_, reject) =>
      late.signal.addEventListener('abort', () => reject(tooLate(plugin, limit)), { once: true }),
    )
    const timer = setTimeout(() => late.abort(), limit)
    try {
      const work = database.outside(() => database.reading(() => held(lease, async () => run(input, { signal }))))
      return await Promise.race([work, expired])
    } finally {
      clearTimeout(timer)
    }
  }

  #at(place: string): Contributor[] {
    return [...this.#contributors].filter((contributor) => contributor.place === place)
  }
}

/** Runs with the permission of the contributor, so that the roles that grant it decide which records it reads. */
function asContributor<Value>({ permission, lease }: Contributor, run: () => Value): Value {
  const caller = present_caller()
  if (caller === undefined) return run()
  const { operation: _, ...outer } = { ...presentRequest() }
  return as_caller(caller, run, { ...outer, caller, permission, lease })
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const tooLate = (plugin: string, limit: number) =>
  new ApiError('contribution_late', {
    status: 504,
    detail: `The plugin [${plugin}] did not answer within ${limit / 1000} s.`,
    retryable: true,
  })

/** `context.contribute` and `context.contributions` of one generation. */
export function pluginContributions(
  contributions: Contributions,
  scope: GenerationScope,
): Pick<PluginContext, 'contribute' | 'contributions'> {
  const { plugin, lease } = scope
  return {
    contribute: (place, contributor, { permission } = {}) => {
      require_place(place)
      require_function('contribute', contributor, `contribute('${place}', (input) => …)`)
      scope.reportLate(`contribute('${place}')`)
      const origin = origin_of()
      scope.named.push({ kind: 'place', name: place, origin })
      const run = contributor as Contributor['run']
      return scope.schedule(() => contributions.add({ plugin, place, lease, run, permission, origin }))
    },
    contributions: async (place, input) => {
      require_own_place(plugin, place)
      scope.requireCommitted('context.contributions')
      return contributions.ask(place, input)
    },
  }
}
