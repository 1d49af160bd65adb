import { ApiError, type Undo } from '@atrium/sdk'
import { DeclarationError } from '@atrium/sdk/host'
import type { DiagnosticCode, DiagnosticPlace, PluginRuntime, RuntimeFinding } from '@atrium/sdk/documents'
import { diagnose, isRefusedWrite, shownMessage, UNEXPECTED, WRITE_IN_A_READ } from '../../base/errors/index.ts'
import { type Lease, Listeners } from '../../base/lifetime/index.ts'

/** Findings kept for each plugin. */
const MOST = 20

/** Milliseconds for which the news about a plugin are collected before listeners are called. */
const PAUSE = 1_000

/**
 * Failures of one work whose line and message are read within a second. Later ones are counted with the latest, because reading a stack
 * takes a hundred times as long as counting.
 */
const MOST_READ = 50

/** One thing that went wrong in a plugin. */
export interface RuntimeReport {
  readonly plugin: string
  /** The generation that caused it. Reports about a former generation are dropped. */
  readonly lease?: Lease | undefined
  readonly code: DiagnosticCode
  /** The failed work: `GET /api/v1/fleet/vans`, `job fleet.inspect`, `timer every 60 s`. */
  readonly work: string
  /** The thrown value. Its stack names the author's line. An error is counted once, even if it is reported at several points. */
  readonly error?: unknown
  /** Default: the message of the error, without SQL, credentials and the `given` values. */
  readonly message?: string
  /** How to correct it. Default: the fix of the error, if it has one, or else that of the code. */
  readonly fix?: string
  /** A value with a stack that names the author's line if the error's stack does not: the origin of a declaration. */
  readonly at?: unknown
  /** The values of the request or job, which must not appear in the message. */
  readonly given?: unknown
}

/** The generation of a plugin that serves. */
interface ServingGeneration {
  readonly lease: Lease
  /** Finds the author's line in a stack. */
  readonly locate: (error: unknown) => DiagnosticPlace | undefined
}

/**
 * Failures in the serving plugins, counted by code, work and line. Keeps a fixed number for each plugin and clears them when its next
 * generation is committed.
 */
export class RuntimeFindings {
  readonly #generations = new Map<string, GenerationFindings>()
  readonly #listeners = new Listeners<string>()
  readonly #counted = new WeakSet<object>()
  readonly #news = new Set<string>()

  /** Clears the findings of a plugin and starts counting for its next generation. */
  begin(plugin: string, generation: ServingGeneration): void {
    this.#generations.set(plugin, new GenerationFindings(generation))
  }

  /** Removes a plugin that no longer serves. */
  end(plugin: string): void {
    this.#generations.delete(plugin)
  }

  report(report: RuntimeReport): void {
    const { plugin, lease } = report
    const generation = this.#generations.get(plugin)
    if (generation === undefined || (lease !== undefined && lease !== generation.lease)) return
    const error = originalOf(report.error)
    if (this.#isCounted(error) || this.#isCounted(report.error)) return
    for (const each of [error, report.error]) if (isObject(each)) this.#counted.add(each)
    generation.count({ ...report, error })
    this.#tellSoon(plugin)
  }

  /** Undefined if nothing went wrong. */
  of(plugin: string): PluginRuntime | undefined {
    return this.#generations.get(plugin)?.list()
  }

  /** Reports the id of a plugin with news, at most once a second. */
  onChange(listener: (plugin: string) => void): Undo {
    return this.#listeners.add(listener)
  }

  #isCounted(error: unknown): boolean {
    return isObject(error) && this.#counted.has(error)
  }

  #tellSoon(plugin: string): void {
    if (this.#news.has(plugin)) return
    this.#news.add(plugin)
    const tell = () => {
      this.#news.delete(plugin)
      this.#listeners.tell(plugin)
    }
    setTimeout(tell, PAUSE).unref()
  }
}

/** The findings of one generation, the latest last. */
class GenerationFindings {
  readonly lease: Lease
  readonly #locate: ServingGeneration['locate']
  readonly #findings = new Map<string, RuntimeFinding>()
  /** The failures read in the present second, by code and work. */
  readonly #read = new Map<string, { times: number; readonly since: number; key: string }>()
  #notListed = 0

  constructor({ lease, locate }: ServingGeneration) {
    this.lease = lease
    this.#locate = locate
  }

  count(report: RuntimeReport): void {
    const { code, work, error } = report
    const fix = report.fix ?? fixIn(error)
    const latest = this.#read.get(`${code} ${work}`)
    const isOld = latest === undefined || performance.now() - latest.since > 1_000
    const known = isOld || latest.times < MOST_READ ? undefined : this.#findings.get(latest.key)
    if (known !== undefined && latest !== undefined) return this.#keep(latest.key, known)
    const { where, message } = this.#readError(report)
    const key = JSON.stringify([code, work, where])
    if (isOld) this.#read.set(`${code} ${work}`, { times: 1, since: performance.now(), key })
    else Object.assign(latest, { times: latest.times + 1, key })
    this.#keep(key, { ...diagnose(code, { message, ...(where && { where }), ...(fix && { fix }) }), work })
    this.#dropOldest()
  }

  #readError({ error, at, given, message = shownMessage(error, given) }: RuntimeReport) {
    const cause = (error as { cause?: unknown } | undefined)?.cause
    return { message, where: this.#locate(error) ?? this.#locate(cause) ?? this.#locate(at) }
  }

  /** Counts the finding once more. Deletes it first, so that the latest finding is the last one. */
  #keep(key: string, finding: Omit<RuntimeFinding, 'count' | 'first_at' | 'last_at'>): void {
    const former = this.#findings.get(key)
    const now = new Date().toISOString()
    this.#findings.delete(key)
    this.#findings.set(key, {
      ...finding,
      count: (former?.count ?? 0) + 1,
      first_at: former?.first_at ?? now,
      last_at: now,
    })
  }

  list(): PluginRuntime | undefined {
    if (this.#findings.size === 0) return undefined
    return { findings: [...this.#findings.values()].reverse(), not_listed: this.#notListed }
  }

  #dropOldest(): void {
    const [oldest] = this.#findings
    if (oldest === undefined || this.#findings.size <= MOST) return
    const [key, { count }] = oldest
    this.#findings.delete(key)
    this.#notListed += count
  }
}

/** The value behind an answer that only reports an internal error, which may be undefined. */
function originalOf(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'internal_error') return error
  return error.cause === undefined && error.message !== UNEXPECTED ? error : error.cause
}

function fixIn(error: unknown): string | undefined {
  if (error instanceof DeclarationError) return error.fix
  return isRefusedWrite(error) ? WRITE_IN_A_READ : undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
