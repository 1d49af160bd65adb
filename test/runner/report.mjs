import { since } from '../../host/launch/since.mjs'
import { total } from './outcome.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

const SLOWEST = 15
const SECONDS_OF_SILENCE = 30

/** Prints what went wrong as it ends, and last which files took longest. */
export class Report {
  /** @type {Outcome[]} */
  outcomes = []
  /** @type {{ name: string, seconds: number, processorSeconds?: number | undefined }[]} */
  files = []
  #begun = performance.now()
  #told = performance.now()

  /**
   * Runs a check or the build and prints a line about it.
   *
   * @param {string} name
   * @param {() => Promise<Outcome>} run
   * @returns {Promise<Outcome>}
   */
  async check(name, run) {
    const begun = performance.now()
    const outcome = await run()
    if (outcome.failed === 0) console.log(`✓ ${name} (${since(begun)})`)
    this.add(name, outcome)
    return outcome
  }

  /**
   * @param {string} file
   * @param {() => Promise<Outcome>} run
   */
  async testFile(file, run) {
    const begun = performance.now()
    const outcome = await run()
    this.add(file, outcome)
    this.files.push({
      name: file,
      seconds: (performance.now() - begun) / 1000,
      processorSeconds: outcome.processorSeconds,
    })
    this.#tellProgress()
  }

  /**
   * Keeps an outcome, and prints a failed one.
   *
   * @param {string} name
   * @param {Outcome} outcome
   */
  add(name, outcome) {
    this.outcomes.push(outcome)
    if (outcome.failed > 0) console.log(`✗ ${name}, ${outcome.failed} failed\n\n${outcome.output.trim()}\n`)
  }

  #tellProgress() {
    if (performance.now() - this.#told < SECONDS_OF_SILENCE * 1000) return
    this.#told = performance.now()
    console.log(
      `… ${this.files.length} test files in ${since(this.#begun)}, ${total(this.outcomes).passed} tests passed`,
    )
  }

  end() {
    const slowest = this.files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
    console.log(`${this.files.length} test files in ${since(this.#begun)}. The slowest:`)
    for (const { name, seconds, processorSeconds } of slowest)
      console.log(`${inSeconds(seconds)}${processorSeconds === undefined ? '' : inSeconds(processorSeconds)}  ${name}`)
  }
}

/** @param {number} seconds */
const inSeconds = (seconds) => `${seconds.toFixed(1).padStart(7)} s`
