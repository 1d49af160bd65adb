import { watchElement } from './element-errors.ts'
import type { Mount } from './load-element.ts'

/** What an element was doing when it failed. */
export type FailedIn = 'mount' | 'update' | 'work' | 'unmount'

/** What an element returns when it is mounted. */
interface Instance {
  update?: (context: object) => void
  unmount?: () => void
}

interface ElementParts {
  readonly mount: Mount
  /** The path of its module. */
  readonly path: string
  readonly place: HTMLElement
  /** Makes the functions of its context, which end with the signal. */
  readonly functions: (signal: AbortSignal) => object
  /** Called when it has failed and is gone, or when its `unmount` threw. */
  readonly onFailed: (error: unknown, during: FailedIn) => void
}

/** An element in its place, from its mounting to its removal. Nothing that it throws reaches the shell. */
export class MountedElement {
  readonly #parts: ElementParts
  readonly #unwatch: () => void
  #given: object
  #mounted: { abort: AbortController; functions: object; instance: Instance } | undefined
  #isRemoved = false

  /** @param given the members of the context that are not functions of the shell */
  constructor(parts: ElementParts, given: object) {
    this.#parts = parts
    this.#given = given
    const { path, place } = parts
    this.#unwatch = watchElement({ path, place, fail: (error) => this.fail(error, 'work') })
    this.#mount()
  }

  /** Passes on what has changed. An element without `update` is mounted again. */
  update(given: object): void {
    if (this.#isRemoved || areSame(this.#given, given)) return
    this.#given = given
    const { instance, functions } = this.#mounted ?? {}
    if (instance?.update === undefined) return this.#mountAgain()
    try {
      instance.update({ ...given, ...functions })
    } catch (error) {
      this.fail(error, 'update')
    }
  }

  /** Removes the element because it failed. */
  fail(error: unknown, during: FailedIn): void {
    if (this.#isRemoved) return
    this.remove()
    this.#parts.onFailed(error, during)
  }

  /** Ends everything that it started with the functions of its context. Twice is harmless. */
  remove(): void {
    if (this.#isRemoved) return
    this.#isRemoved = true
    this.#unwatch()
    this.#unmount()
  }

  #mount(): void {
    const { mount, place, functions: make } = this.#parts
    const abort = new AbortController()
    const functions = make(abort.signal)
    this.#mounted = { abort, functions, instance: {} }
    try {
      const instance = mount(place, { ...this.#given, ...functions }) ?? {}
      if (typeof instance !== 'object' || 'then' in instance)
        throw new TypeError('it must return nothing, or an object with `update` and `unmount`; a promise is neither.')
      if (this.#mounted?.abort === abort) this.#mounted.instance = instance
    } catch (error) {
      this.fail(error, 'mount')
    }
  }

  #mountAgain(): void {
    this.#unmount()
    this.#mount()
  }

  #unmount(): void {
    const { abort, instance } = this.#mounted ?? {}
    this.#mounted = undefined
    abort?.abort()
    try {
      instance?.unmount?.()
    } catch (error) {
      this.#parts.onFailed(error, 'unmount')
    }
    this.#parts.place.replaceChildren()
  }
}

/** Whether two contexts have the same members. */
function areSame(one: object, other: object): boolean {
  const [former, latter] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const names = new Set([...Object.keys(former), ...Object.keys(latter)])
  return [...names].every((name) => Object.is(former[name], latter[name]))
}
