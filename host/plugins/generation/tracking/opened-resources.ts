import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { stackBelow } from '../../../base/errors/index.ts'
import type { EgressSubject } from '../../../base/egress/index.ts'
import { authorPlace, isAuthorsCall } from '../../load/author-frame.ts'
import type { Leftover, ResourceKind } from './leftover.ts'

/** Keys are the type names of async_hooks. */
const KINDS: Readonly<Record<string, ResourceKind>> = {
  TCPSERVERWRAP: 'server',
  PIPESERVERWRAP: 'server',
  TCPWRAP: 'socket',
  UDPWRAP: 'socket',
  FSEVENTWRAP: 'watcher',
  STATWATCHER: 'watcher',
  PROCESSWRAP: 'process',
  WORKER: 'worker',
}

/** One of Node's handles. A closed handle has no reference. An unreferenced server still has a descriptor. */
interface Handle {
  hasRef?: () => boolean
  fd?: number
}

interface Opened {
  readonly kind: ResourceKind
  readonly handle: WeakRef<Handle>
  readonly started: { stack?: string }
}

interface Listening {
  readonly event: string | symbol
  readonly listener: WeakRef<Listener>
  readonly started: { stack?: string }
}

type Listener = (...parameters: unknown[]) => void

/**
 * Tracks what one generation opens in the process while it is loaded and staged: servers, sockets, watches, child processes, workers,
 * and listeners on `process`. Holds all of them weakly, because everything started in the generation's asynchronous context keeps this
 * object alive.
 */
export class OpenedResources {
  readonly directory: string
  /** The rule for connections of this code. */
  readonly egress: EgressSubject | undefined
  #opened: Opened[] = []
  #listening: Listening[] = []
  readonly #staging = new Set<() => void>()

  constructor(directory: string, egress?: EgressSubject) {
    this.directory = directory
    this.egress = egress
  }

  /** Runs code of the plugin and tracks the resources it opens meanwhile. Listeners on `process` are tracked afterwards, too. */
  async stage<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const stopLooking = lookAtHandles()
    this.#staging.add(stopLooking)
    try {
      return await present.run(this, work)
    } finally {
      // Node opens some resources one turn later, for example a server after its host name was looked up.
      setImmediate(() => this.#endStaging(stopLooking))
    }
  }

  /** Runs code of the plugin and tracks its listeners on `process`, including those of asynchronous work it starts. */
  run<Result>(work: () => Result): Result {
    return present.run(this, work)
  }

  noteHandle(type: string, handle: object): void {
    const kind = KINDS[type]
    if (kind === undefined || this.#staging.size === 0) return
    this.#opened.push({ kind, handle: new WeakRef(handle), started: stackBelow(noteHandle) })
  }

  noteListener(event: string | symbol, listener: Listener): void {
    // The guard of the process replaces `emit`, which stands between this and the author's call.
    const started = stackBelow(process.emit)
    this.#listening.push({ event, listener: new WeakRef(listener), started })
  }

  /**
   * Returns what is still open after two turns, the time Node takes to close a resource. Returns nothing the second time.
   * Removes listeners that the plugin's own code has put on `process`, because they would keep the generation in memory. Listeners
   * of packages may serve other plugins and stay. Everything else stays open, because other code may use it.
   */
  async dispose(): Promise<Leftover[]> {
    // Stop watching code that never finishes.
    for (const stopLooking of this.#staging) this.#endStaging(stopLooking)
    const [opened, listening] = [this.#opened, this.#listening]
    this.#opened = []
    this.#listening = []
    await turn()
    await turn()
    return [
      ...opened.filter(isOpen).map(({ kind, started }) => this.#leftover(kind, started)),
      ...listening
        .filter((each) => this.#takeOff(each))
        .map(({ event, started }) => this.#leftover('listener', started, String(event))),
    ]
  }

  /** Returns whether a listener was removed. */
  #takeOff({ event, listener, started }: Listening): boolean {
    const added = listener.deref()
    if (added === undefined || !process.listeners(event as NodeJS.Signals).includes(added)) return false
    if (!isAuthorsCall(started, this.directory)) return false
    process.off(event, added)
    return true
  }

  #endStaging(stopLooking: () => void): void {
    if (this.#staging.delete(stopLooking)) stopLooking()
  }

  #leftover(kind: ResourceKind, started: { stack?: string }, name?: string): Leftover {
    const where = authorPlace(started, this.directory)
    const isStopped = kind === 'listener'
    return { kind, isStopped, ...(name !== undefined && { name }), ...(where && { where }) }
  }
}

const present = new AsyncLocalStorage<OpenedResources>()

/** The directory of the plugin that is being loaded or staged. Undefined outside of that. */
export const presentDirectory = (): string | undefined => present.getStore()?.directory

/** The rule for connections of the plugin that is being loaded or staged, or that fetches. Undefined outside of that. */
export const presentlyOpening = (): EgressSubject | undefined => present.getStore()?.egress

const handles = createHook({
  init: (_, type, __, resource) => {
    if (type in KINDS) noteHandle(type, resource)
  },
})
let looking = 0

function noteHandle(type: string, handle: object): void {
  present.getStore()?.noteHandle(type, handle)
}

function noteListener(event: string | symbol, listener: Listener): void {
  present.getStore()?.noteListener(event, listener)
}

process.on('newListener', noteListener)

/** Enabled only while needed: it slows down all asynchronous work of the process a little. */
function lookAtHandles(): () => void {
  looking += 1
  handles.enable()
  return () => {
    looking -= 1
    if (looking === 0) handles.disable()
  }
}

function isOpen({ kind, handle }: Opened): boolean {
  const open = handle.deref()
  if (open === undefined) return false
  return open.hasRef?.() === true || (kind === 'server' && (open.fd ?? -1) >= 0)
}
