import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from '../../host/launch/root.mjs'
import { countProcessorSeconds } from './processor-time.mjs'

/** @typedef {import('./outcome.mjs').Message} Message */
/** @typedef {import('./outcome.mjs').Outcome} Outcome */

const MINUTES = 30
const SCRIPT = join(import.meta.dirname, 'worker.mjs')

/** Runs test files in a process of its own, with the options of `.mocharc.json`, and replaces the process if it ends. */
export class TestWorker {
  #showsTitles
  #node
  #sqliteOnly
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child
  /** What the process printed besides the report of mocha. */
  #printed = ''

  /**
   * @param {object} [options]
   * @param {boolean} [options.showsTitles]  Titles are printed as tests end; else failures go into the outcome. Default false.
   * @param {string | undefined} [options.node]  The Node that runs the tests, absolute. Default: this one.
   * @param {boolean} [options.sqliteOnly]  `eachDatabase` leaves out PostgreSQL. Default false.
   */
  constructor({ showsTitles = false, node = process.execPath, sqliteOnly = false } = {}) {
    this.#showsTitles = showsTitles
    this.#node = node
    this.#sqliteOnly = sqliteOnly
  }

  /**
   * Fails for failed tests, if no test ran, if the process ended before the tests did, and after 30 minutes.
   *
   * @param {string[]} args  Files, patterns and options of mocha.
   * @returns {Promise<Outcome>}
   */
  run(args) {
    const child = (this.#child ??= this.#start())
    this.#printed = ''
    const endCount = countProcessorSeconds(Number(child.pid))
    return new Promise((resolve) => {
      let running = 'the first test'
      /** @param {Outcome} outcome */
      const settle = (outcome) => {
        clearTimeout(timer)
        child.off('message', hear).off('exit', fail)
        const processorSeconds = endCount()
        const taken = processorSeconds !== undefined && { processorSeconds }
        const output = outcome.failed === 0 ? outcome.output : `${this.#printed}${outcome.output}`
        resolve({ ...outcome, output, ...taken })
      }
      const hear = (/** @type {Message} */ message) => {
        if ('running' in message) running = message.running
        else settle(message)
      }
      const fail = (/** @type {number | null} */ code) => {
        this.#child = undefined
        const output = `The process ended (exit code ${code}, limit ${MINUTES} minutes) before this test did: ${running}`
        settle({ passed: 0, failed: 1, output })
      }
      const timer = setTimeout(() => child.kill('SIGKILL'), MINUTES * 60_000)
      child.on('message', hear).on('exit', fail)
      child.send(args)
    })
  }

  /**
   * Ends the process. Fails if a test left something open that keeps it alive, or if it ended by itself.
   *
   * @returns {Promise<Outcome>}
   */
  async end() {
    const child = this.#child
    if (child === undefined) return { passed: 0, failed: 0, output: '' }
    this.#printed = ''
    const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : [child.exitCode]
    if (child.connected) child.send('end')
    const [code] = await exit
    if (code === 0) return { passed: 0, failed: 0, output: '' }
    return {
      passed: 0,
      failed: 1,
      output: `${this.#printed}\nAfter its last test the process ended with exit code ${code}.`,
    }
  }

  #start() {
    const output = this.#showsTitles ? 'inherit' : 'pipe'
    const child = fork(SCRIPT, this.#showsTitles ? ['--titles'] : [], {
      cwd: root,
      execPath: this.#node,
      env: { ...environment(this.#node), ...(this.#sqliteOnly && { ATRIUM_TEST_SQLITE_ONLY: '1' }) },
      execArgv: nodeOptions(),
      stdio: ['ignore', output, output, 'ipc'],
    })
    const keep = (/** @type {Buffer} */ chunk) => void (this.#printed += chunk.toString())
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    return child
  }
}

/**
 * What tests start by its name, such as npm, runs with the same Node.
 *
 * @param {string} node
 */
function environment(node) {
  if (node === process.execPath) return process.env
  return { ...process.env, PATH: [dirname(node), process.env['PATH']].join(delimiter) }
}

function nodeOptions() {
  /** @type {{ 'node-option': string[] }} */
  const settings = JSON.parse(readFileSync(join(root, '.mocharc.json'), 'utf8'))
  return settings['node-option'].map((option) => `--${option}`)
}
