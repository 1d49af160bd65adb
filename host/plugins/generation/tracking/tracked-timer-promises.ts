import type { TimerOptions } from 'node:timers'
import * as native from 'node:timers/promises'
import type { WorkKind } from './leftover.ts'
import type { LiveWork } from './live-work.ts'

export interface TrackedTimerPromises {
  setTimeout: typeof native.setTimeout
  setImmediate: typeof native.setImmediate
  setInterval: typeof native.setInterval
  scheduler: { wait: (delay?: number, options?: TimerOptions) => Promise<void>; yield: () => Promise<void> }
}

/**
 * The promises of `node:timers/promises`, tracked. Promises of a disposed generation never settle instead of rejecting:
 * waiting code is collected with the generation, and there are no unhandled rejections.
 */
export function trackTimerPromises(live: LiveWork): TrackedTimerPromises {
  function wait<Value>(
    kind: WorkKind,
    { begin, options, starter }: { begin: Begin<Promise<Value>>; options?: TimerOptions; starter: Starter },
  ): Promise<Value> {
    const { signal, stop, isStopped } = stoppable(options)
    return new Promise((resolve, reject) => {
      const work = live.start(kind, { stop, starter })
      begin({ ...options, signal })
        .finally(() => live.end(work))
        .then(resolve, (error: Error) => isStopped() || reject(error))
    })
  }

  function setTimeout<Value>(delay?: number, value?: Value, options?: TimerOptions): Promise<Value> {
    const begin: Begin<Promise<Value>> = (stoppableOptions) => native.setTimeout(delay, value, stoppableOptions)
    return wait('timeout', { begin, options, starter: setTimeout })
  }

  function setImmediate<Value>(value?: Value, options?: TimerOptions): Promise<Value> {
    const begin: Begin<Promise<Value>> = (stoppableOptions) => native.setImmediate(value, stoppableOptions)
    return wait('immediate', { begin, options, starter: setImmediate })
  }

  async function* setInterval<Value>(delay?: number, value?: Value, options?: TimerOptions): AsyncGenerator<Value> {
    const { signal, stop, isStopped } = stoppable(options)
    const work = live.start('interval', { stop, starter: setInterval })
    try {
      yield* native.setInterval(delay, value, { ...options, signal })
    } catch (error) {
      if (!isStopped()) throw error
      await new Promise(() => undefined)
    } finally {
      live.end(work)
    }
  }

  const scheduler = {
    wait: (delay?: number, options?: TimerOptions) => setTimeout<void>(delay, undefined, options),
    yield: () => setImmediate<void>(),
  }
  return { setTimeout, setImmediate, setInterval, scheduler }
}

type Begin<Started> = (options: TimerOptions) => Started
type Starter = (...args: never[]) => unknown

/** A signal that aborts with the caller's signal or when `stop` is called, and tells which of the two it was. */
function stoppable(options: TimerOptions | undefined) {
  const controller = new AbortController()
  const signal = options?.signal ? AbortSignal.any([options.signal, controller.signal]) : controller.signal
  return { signal, stop: () => controller.abort(), isStopped: () => controller.signal.aborted }
}
