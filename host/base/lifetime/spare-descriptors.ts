import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { hasFreeDescriptor } from './late-module.ts'

const COUNT = 8
/** Milliseconds between two checks. */
const EVERY = 250

/**
 * Keeps file descriptors that are released when the process has no others, so that new connections can still be accepted and answered. Code
 * that opens files may take them instead: a process cannot reserve a descriptor for one purpose.
 */
export class SpareDescriptors {
  readonly #held: number[] = []
  readonly #timer: NodeJS.Timeout
  #isGiven = false

  constructor() {
    this.look()
    this.#timer = setInterval(() => this.look(), EVERY).unref()
  }

  /** Whether the process has no others. */
  get areLast(): boolean {
    return this.#isGiven || !hasFreeDescriptor()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#give()
  }

  /** Releases them if no others are free, and takes them back once more are free. Runs four times a second. */
  look(): void {
    this.#isGiven = !(this.#fill() && hasFreeDescriptor())
    if (this.#isGiven) this.#give()
  }

  #fill(): boolean {
    try {
      while (this.#held.length < COUNT) this.#held.push(openSync(devNull, 'r'))
      return true
    } catch {
      return false
    }
  }

  #give(): void {
    for (const descriptor of this.#held.splice(0)) closeSync(descriptor)
  }
}
