import type { Undo } from '@atrium/sdk'
import { DeclarationError, type Origin, present_request } from '@atrium/sdk/host'
import type { UseGate } from '../../base/db/index.ts'
import { CleanUp, outsideOfCalls } from '../../base/lifetime/index.ts'
import type { Lease } from '../../base/lifetime/index.ts'
import { reportUnawaited } from '../../core/operations/index.ts'
import type { RuntimeFindings, RuntimeReport } from '../../core/registries/index.ts'

/** Opens once, when a generation is committed. Work declared earlier starts then; later work starts at once. */
export class CommitGate implements UseGate {
  /** Only `open` sets it. */
  isOpen = false
  #waiting: (() => void)[] = []

  /** Runs now if the gate is open, or else when it opens. */
  whenOpen(run: () => void): void {
    if (this.isOpen) run()
    else this.#waiting.push(run)
  }

  open(): void {
    if (this.isOpen) return
    this.isOpen = true
    const waiting = this.#waiting
    this.#waiting = []
    for (const run of waiting) run()
  }

  /** @param what the service that was used */
  refusal(what = 'context.db'): DeclarationError {
    return new DeclarationError('db_before_commit', `[${what}] was used while the plugin is being loaded.`, {
      fix: 'Use it inside handlers, or in `after(0, …)`, which runs once the plugin is committed.',
    })
  }
}

/** A name under which a plugin registered something, and the call. */
export interface NamedService {
  readonly kind: 'job' | 'event' | 'place'
  readonly name: string
  readonly origin: Origin
}

export interface ScopeOptions {
  readonly plugin: string
  readonly lease: Lease
  readonly gate: CommitGate
  readonly activities: CleanUp
  /** Records failures of the plugin's own work. */
  readonly findings: RuntimeFindings
}

/** The period in which a generation's services work: nothing runs before its commit, and nothing new starts after its successor's. */
export class GenerationScope {
  /** The jobs that the plugin handles, the events that it listens to, and the places that it contributes to. */
  readonly named: NamedService[] = []
  readonly plugin: string
  readonly lease: Lease
  readonly #gate: CommitGate
  readonly #activities: CleanUp
  readonly #findings: RuntimeFindings
  readonly #undos = new WeakSet<Undo>()

  constructor({ plugin, lease, gate, activities, findings }: ScopeOptions) {
    this.plugin = plugin
    this.lease = lease
    this.#gate = gate
    this.#activities = activities
    this.#findings = findings
  }

  /** Stays true after the generation was replaced. */
  get isCommitted(): boolean {
    return this.#gate.isOpen
  }

  /** Between its own commit and its successor's. */
  get isCurrent(): boolean {
    return this.#gate.isOpen && !this.#activities.isDone
  }

  /**
   * Starts work at the commit, or now if the plugin is already committed, and stops it at the successor's commit. Work that ends by itself
   * calls `onOver`, so that the generation drops it.
   */
  schedule(start: (onOver: () => void) => Undo): Undo {
    const started = new CleanUp()
    const forget = this.#activities.add(() => void started.run())
    this.whenCommitted(() => {
      if (!started.isDone) started.add(start(forget))
    })
    return this.undo(() => {
      forget()
      void started.run()
    })
  }

  /** Remembers a function that undoes a call of the plugin. The generation makes it superfluous when it ends. */
  undo(run: Undo): Undo {
    this.#undos.add(run)
    return run
  }

  /** Whether a value is such a function. */
  isUndo(value: unknown): boolean {
    return typeof value === 'function' && this.#undos.has(value as Undo)
  }

  /**
   * Runs at the commit, or now if the plugin is already committed, outside of the request that reloaded it. Does nothing after the
   * generation was replaced.
   */
  whenCommitted(run: () => void): void {
    this.#gate.whenOpen(() => {
      if (!this.#activities.isDone) outsideOfCalls(run)
    })
  }

  /** Counts a failure in the work of this generation. */
  report(report: Omit<RuntimeReport, 'plugin' | 'lease'>): void {
    this.#findings.report({ ...report, plugin: this.plugin, lease: this.lease })
  }

  /** Reports something that is registered while a request is answered, at the author's call. */
  reportLate(call: string): void {
    const { operation }: { operation?: { readonly name: string } } = present_request() ?? {}
    if (!this.#gate.isOpen || operation === undefined) return
    const message = `[${call}] is called in the handler of [${operation.name}], so it takes effect only after the first such request, and once more with each.`
    this.report({ code: 'registered_late', work: operation.name, message, at: new Error() })
  }

  /** Runs the plugin's own work, and reports a change that it created but did not send. */
  async watch(work: string, run: () => unknown): Promise<void> {
    await run()
    reportUnawaited({ work, hasTransaction: false, report: (finding) => this.report(finding) })
  }

  /** @throws DeclarationError `db_before_commit`, naming the service that was used */
  requireCommitted(what: string): void {
    if (!this.#gate.isOpen) throw this.#gate.refusal(what)
  }
}
