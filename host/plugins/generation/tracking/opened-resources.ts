import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { authorPlace, isAuthorsCall } from '../../load/author-frame.ts'
import type { Leftover, ResourceKind } from './leftover.ts'

/** By the names that async_hooks gives them. */
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

/** Enough to reach the author's line below Node's own and those of a framework. */
const STACK_DEPTH = 30

/** One of Node's handles. A closed one has no reference; a server that does not keep the process alive has a descriptor all the same. */
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
 * What one generation has opened in the process while it was loaded and staged: servers, sockets, watches, child processes, workers,
 * and listeners on `process`. It holds all of them weakly, because whatever began in the generation's asynchronous context keeps this
 * object for as long as it lives.
 */
export class OpenedResources {
  readonly #directory: string
  #opened: Opened[] = []
  #listening: Listening[] = []
  readonly #staging = new Set<() => void>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Runs code of the plugin: what it opens until it is done is noted, and what listens to `process` because of it also later. */
  async stage<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const stopLooking = lookAtHandles()
    this.#staging.add(stopLooking)
    try {
      return await present.run(this, work)
    } finally {
      // Node opens some things a turn later than they are asked for: a server, once the name of its host is looked up.
      setImmediate(() => this.#endStaging(stopLooking))
    }
  }

  /** Runs code of the plugin whose listeners on `process`, and those of what it starts, are noted. */
  run<Result>(work: () => Result): Result {
    return present.run(this, work)
  }

  noteHandle(type: string, handle: object): void {
    const kind = KINDS[type]
    if (kind === undefined || this.#staging.size === 0) return
    this.#opened.push({ kind, handle: new WeakRef(handle), started: stackBelow(noteHandle) })
  }

  noteListener(event: string | symbol, listener: Listener): void {
    const started = stackBelow(noteListener)
    this.#listening.push({ event, listener: new WeakRef(listener), started })
  }

  /**
   * Says what is still open, two turns later, because that is how long Node takes to close something; nothing the second time.
   * Listeners that the plugin's own code has added are taken off `process`, because they would keep the generation in memory; those
   * of packages may serve other plugins. Anything else is left as it is: somebody may have been handed it.
   */
  async dispose(): Promise<Leftover[]> {
    // Code that hangs is given up, and is no longer looked at.
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

  /** Whether there was something to take off. */
  #takeOff({ event, listener, started }: Listening): boolean {
    const added = listener.deref()
    if (added === undefined || !process.listeners(event as NodeJS.Signals).includes(added)) return false
    if (!isAuthorsCall(started, this.#directory)) return false
    process.off(event, added)
    return true
  }

  #endStaging(stopLooking: () => void): void {
    if (this.#staging.delete(stopLooking)) stopLooking()
  }

  #leftover(kind: ResourceKind, started: { stack?: string }, name?: string): Leftover {
    const where = authorPlace(started, this.#directory)
    const isStopped = kind === 'listener'
    return { kind, isStopped, ...(name !== undefined && { name }), ...(where && { where }) }
  }
}

const present = new AsyncLocalStorage<OpenedResources>()

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

/** While somebody looks, everything asynchronous in the process costs a little more. */
function lookAtHandles(): () => void {
  looking += 1
  handles.enable()
  return () => {
    looking -= 1
    if (looking === 0) handles.disable()
  }
}

function stackBelow(above: (...parameters: never[]) => unknown): { stack?: string } {
  const started = {}
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = STACK_DEPTH
  Error.captureStackTrace(started, above)
  Error.stackTraceLimit = depth
  return started
}

function isOpen({ kind, handle }: Opened): boolean {
  const open = handle.deref()
  if (open === undefined) return false
  return open.hasRef?.() === true || (kind === 'server' && (open.fd ?? -1) >= 0)
}
