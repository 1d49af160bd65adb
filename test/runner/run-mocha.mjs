import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../host/launch/root.mjs'
import { run } from '../../host/launch/run.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

const MOCHA = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js')
const REPORTER = join(root, 'test', 'runner', 'counting-reporter.cjs')

/**
 * Runs mocha in a process of its own, with the options of `.mocharc.json`. A run without a test, and an exit code that
 * the counts do not explain, are failures.
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
    const options = { cwd: root, ...(show === 'titles' && { stdio: /** @type {const} */ ('inherit') }) }
    const { code, output } = await run(process.execPath, [MOCHA, ...reporter, ...args], options)
    return outcome(code, output, readCounts(counts))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {number} code
 * @param {string} output
 * @param {{ passed: number, failed: number } | undefined} counts
 * @returns {Outcome}
 */
function outcome(code, output, counts) {
  if (!counts)
    return { passed: 0, failed: 1, output: `${output}\nmocha ended with exit code ${code} before its tests did.` }
  const { passed, failed } = counts
  if (passed + failed === 0) return { passed, failed: 1, output: `${output}\nNo test was run.` }
  if (code !== 0 && failed === 0) return { passed, failed: 1, output: `${output}\nmocha ended with exit code ${code}.` }
  return { passed, failed, output }
}

/**
 * @param {string} file
 * @returns {{ passed: number, failed: number } | undefined}
 */
function readCounts(file) {
  if (!existsSync(file)) return undefined
  return /** @type {{ passed: number, failed: number }} */ (JSON.parse(readFileSync(file, 'utf8')))
}
