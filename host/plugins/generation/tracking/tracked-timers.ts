import type { WorkKind } from './leftover.ts'
import type { LiveWork, Work } from './live-work.ts'

type Callback = (this: unknown, ...args: unknown[]) => void
type Timer = NodeJS.Timeout | NodeJS.Immediate
type Clearable = Timer | string | number | null | undefined
type StartTimer<Started extends Timer> = (callback: Callback, ...rest: unknown[]) => Started
type ClearTimer = (timer?: Clearable) => void

export interface TrackedTimers {
  setTimeout: StartTimer<NodeJS.Timeout>
  setInterval: StartTimer<NodeJS.Timeout>
  setImmediate: StartTimer<NodeJS.Immediate>
  clearTimeout: ClearTimer
  clearInterval: ClearTimer
  clearImmediate: ClearTimer
}

/**
 * Makes timer functions that track their timers. They return Node's own Timeout and Immediate objects, whose `refresh`,
 * `close` and dispose stay tracked. `ref`, `unref` and numeric ids work as usual, and wrong arguments throw Node's errors.
 */
export function trackTimers(live: LiveWork): TrackedTimers {
  const works = new WeakMap<object, Work>()
  const numbered = new Map<string, Timer>()

  /** A fired timer keeps its entry, because `refresh` may start it again. */
  function rest(timer: Timer): void {
    const work = works.get(timer)
    if (work) live.end(work)
    for (const [id, one] of numbered) if (one === timer) numbered.delete(id)
  }

  function clearer(native: ClearTimer): ClearTimer {
    return (timer) => {
      const known = typeof timer === 'object' ? timer : numbered.get(String(timer))
      if (known) rest(known)
      if (known) works.delete(known)
      native(timer)
    }
  }
  const clear = clearer(clearTimeout as ClearTimer)
  const clearNext = clearer(clearImmediate as ClearTimer)

  const timeoutMethods = hidden({
    refresh(this: NodeJS.Timeout): NodeJS.Timeout {
      const work = works.get(this)
      nativeTimeout.refresh.call(this)
      if (work) live.resume(work)
      return this
    },
    close(this: NodeJS.Timeout): NodeJS.Timeout {
      clear(this)
      return this
    },
    [Symbol.dispose](this: NodeJS.Timeout): void {
      clear(this)
    },
    [Symbol.toPrimitive](this: NodeJS.Timeout): number {
      const id = nativeTimeout[Symbol.toPrimitive].call(this)
      numbered.set(String(id), this)
      return id
    },
  })
  const immediateMethods = hidden({
    [Symbol.dispose](this: NodeJS.Immediate): void {
      clearNext(this)
    },
  })

  function starter<Started extends Timer>(
    kind: WorkKind,
    { native, stop, methods }: { native: StartTimer<Started>; stop: ClearTimer; methods: PropertyDescriptorMap },
  ): StartTimer<Started> {
    return function start(callback, ...delayAndArgs) {
      if (typeof callback !== 'function') return native(callback, ...delayAndArgs)
      const timer = native(
        function (this: unknown, ...args) {
          if (kind !== 'interval') rest(timer)
          callback.apply(this, args)
        },
        ...delayAndArgs,
      )
      works.set(timer, live.start(kind, { stop: () => stop(timer), starter: start }))
      return Object.defineProperties(timer, methods)
    }
  }

  const timeouts = { stop: clear, methods: timeoutMethods }
  return {
    setTimeout: starter('timeout', { native: setTimeout as StartTimer<NodeJS.Timeout>, ...timeouts }),
    setInterval: starter('interval', { native: setInterval as StartTimer<NodeJS.Timeout>, ...timeouts }),
    setImmediate: starter('immediate', {
      native: setImmediate,
      stop: clearNext,
      methods: immediateMethods,
    }),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clearNext,
  }
}

/** The original methods of Timeout, read before any is replaced. */
const nativeTimeout = timeoutPrototype()

function timeoutPrototype(): NodeJS.Timeout {
  const sample = setTimeout(() => undefined, 0)
  clearTimeout(sample)
  return Object.getPrototypeOf(sample) as NodeJS.Timeout
}

/** Own members that are not enumerable, like the methods they replace. */
function hidden(members: object): PropertyDescriptorMap {
  const descriptors: PropertyDescriptorMap = {}
  for (const name of Reflect.ownKeys(members)) {
    descriptors[name as string] = { value: Reflect.get(members, name) as unknown, configurable: true, writable: true }
  }
  return descriptors
}
