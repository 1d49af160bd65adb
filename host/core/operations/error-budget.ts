import { ApiError } from '@atrium/sdk'
import type { Lease } from '../../base/lifetime/index.ts'
import type { RuntimeFindings } from '../registries/index.ts'
import { blameOf } from './report-failure.ts'
import type { Perform } from './request.ts'

/** The share of a plugin's requests that may fail before its breaker opens. */
export interface ErrorBudget {
  /** Percent of the requests within a minute. */
  readonly percent: number
  /** Requests within a minute below which the breaker stays closed. */
  readonly requests: number
  /** Seconds for which an open breaker answers 503 before it admits one request. Default 30. */
  readonly pauseSeconds?: number
}

interface ErrorBudgetOptions {
  /** Undefined: there is no breaker. */
  readonly budget: ErrorBudget | undefined
  /** Receives a finding when a breaker opens. */
  readonly findings: RuntimeFindings
}

/**
 * Puts a breaker before the operations of each plugin. It opens when the plugin has spent its error budget: its operations are answered 503
 * `plugin_unavailable` with `Retry-After`, without running. After a pause one request is admitted; if it succeeds, the breaker closes. A
 * new generation begins with a closed breaker.
 */
export function withErrorBudget(perform: Perform, { budget, findings }: ErrorBudgetOptions): Perform {
  if (budget === undefined) return perform
  const breakers = new Map<string, Breaker>()

  return async (request) => {
    const { owner, lease } = request.operation
    if (lease === undefined) return perform(request)
    const known = breakers.get(owner)
    const breaker = known?.lease === lease ? known : new Breaker(lease, budget)
    if (breaker !== known) breakers.set(owner, breaker)
    const isTrial = breaker.admit(owner)
    try {
      const outcome = await perform(request)
      breaker.count('none', isTrial)
      return outcome
    } catch (error) {
      const message = breaker.count(blameOf(request, error), isTrial)
      if (message !== undefined)
        findings.report({ plugin: owner, lease, code: 'error_budget_spent', work: 'error budget', message })
      throw error
    }
  }
}

const MINUTE = 60_000

/** The requests of a minute are counted in slices, so that old ones can be dropped without a record of each. */
const SLICE = 10_000

interface Slice {
  readonly begun: number
  requests: number
  failed: number
}

/** Counts the requests of one generation, and refuses them while it is open. */
class Breaker {
  readonly lease: Lease
  readonly #budget: ErrorBudget
  #slices: Slice[] = []
  /** Open, or waiting for the outcome of a trial. */
  #openUntil: number | undefined
  #isTrying = false

  constructor(lease: Lease, budget: ErrorBudget) {
    this.lease = lease
    this.#budget = budget
  }

  /** @returns whether the outcome of this request decides if the breaker closes. @throws ApiError 503 `plugin_unavailable` */
  admit(plugin: string): boolean {
    if (this.#openUntil === undefined) return false
    const left = this.#openUntil - performance.now()
    if (left > 0 || this.#isTrying) throw unavailable(plugin, Math.max(1, Math.ceil(left / 1_000)))
    this.#isTrying = true
    return true
  }

  /**
   * Counts the outcome of an admitted request. Failures that the plugin did not cause are not counted.
   * @returns why the breaker opens, if it does
   */
  count(blame: 'plugin' | 'others' | 'none', isTrial: boolean): string | undefined {
    if (isTrial) this.#decide(blame)
    if (isTrial || blame === 'others' || this.#openUntil !== undefined) return undefined
    const slice = this.#presentSlice()
    slice.requests += 1
    if (blame === 'none') return undefined
    slice.failed += 1
    return this.#openIfSpent()
  }

  #decide(blame: 'plugin' | 'others' | 'none'): void {
    this.#isTrying = false
    if (blame === 'plugin') this.#open()
    if (blame === 'none') this.#openUntil = undefined
  }

  #presentSlice(): Slice {
    const now = performance.now()
    const last = this.#slices.at(-1)
    if (last && now - last.begun < SLICE) return last
    const slice = { begun: now, requests: 0, failed: 0 }
    this.#slices = [...this.#slices.filter(({ begun }) => now - begun < MINUTE), slice]
    return slice
  }

  #openIfSpent(): string | undefined {
    const { percent, requests: least } = this.#budget
    const requests = this.#slices.reduce((sum, slice) => sum + slice.requests, 0)
    const failed = this.#slices.reduce((sum, slice) => sum + slice.failed, 0)
    if (requests < least || failed * 100 < requests * percent) return undefined
    return `${failed} of ${requests} requests within a minute failed, so the plugin is answered 503 for ${this.#open()} s.`
  }

  /** @returns the seconds for which it is open */
  #open(): number {
    const { pauseSeconds = 30 } = this.#budget
    this.#openUntil = performance.now() + pauseSeconds * 1_000
    this.#slices = []
    return pauseSeconds
  }
}

const unavailable = (plugin: string, seconds: number) =>
  new ApiError('plugin_unavailable', {
    detail: `Too many requests to the plugin [${plugin}] have failed, so it is not asked for now. Try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds) },
  })
