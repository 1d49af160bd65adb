import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../host/launch/root.mjs'
import { run } from '../../host/launch/run.mjs'

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./outcome.mjs').Outcome} Outcome */

const MINUTES = 10
const MOCHA = join(root, 'node_modules', 'mocha', 'lib', 'cli', 'cli.js')
const REPORTER = join(root, 'test', 'runner', 'counting-reporter.cjs')

/**
 * Runs mocha in one process of its own, with the options of `.mocharc.json`, for at most 10 minutes. Besides failed tests
 * a run fails that has no test, does not come to its end, or leaves something open.
 *
 * @param {string[]} args  Files, patterns and options.
 * @param {{ show: 'failures' | 'titles' }} options  `titles` prints while the tests run, `failures` into the outcome.
 * @returns {Promise<Outcome>}
 */
export async function runMocha(args, { show }) {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-test-'))
  const counts = join(folder, 'counts.json')
  try {
    const reporter = ['--reporter', REPORTER, '--reporter-option', `counts=${counts},show=${show}`]
    const { code, output } = await run(process.execPath, [...nodeOptions(), MOCHA, ...reporter, ...args], {
      cwd: root,
      timeout: MINUTES * 60_000,
      killSignal: 'SIGKILL',
      ...(show === 'titles' && { stdio: 'inherit' }),
    })
    return outcome(code, output, readCounts(counts))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** mocha's own program would start a second process for them, which nobody could end with the first. */
function nodeOptions() {
  /** @type {{ 'node-option': string[] }} */
  const settings = JSON.parse(readFileSync(join(root, '.mocharc.json'), 'utf8'))
  return settings['node-option'].map((option) => `--${option}`)
}

/**
 * @param {number} code
 * @param {string} output
 * @param {Counts} counts
 * @returns {Outcome}
 */
function outcome(code, output, { passed, failed, running, stillOpen }) {
  const fault = faultOf(code, { passed, failed, running, stillOpen })
  return fault ? { passed, failed: failed + 1, output: `${output}\n${fault}` } : { passed, failed, output }
}

/**
 * What is wrong with a run besides its failed tests.
 *
 * @param {number} code
 * @param {Counts} counts
 */
function faultOf(code, { passed, failed, running, stillOpen }) {
  if (running) return `mocha ended (exit code ${code}, limit ${MINUTES} minutes) before this test did: ${running}`
  if (stillOpen) return `A test left something open that kept the process alive: ${stillOpen}`
  if (passed + failed === 0) return 'No test was run.'
  if (code !== 0 && failed === 0) return `mocha ended with exit code ${code}.`
  return undefined
}

/**
 * @param {string} file
 * @returns {Counts}
 */
function readCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  return /** @type {Counts} */ (JSON.parse(readFileSync(file, 'utf8')))
}
