import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fingerprint } from './fingerprint.mjs'
import { lines } from './packages.mjs'
import { run } from './run.mjs'
import { since } from './since.mjs'
import { StepFailed } from './step-failed.mjs'

/** @typedef {import('./packages.mjs').Package} Package */
/** @typedef {(text: string) => void} Say */

/**
 * Builds each package whose sources changed since it was last built successfully. Throws StepFailed with the compiler's
 * output; what was built before the failure stays built.
 *
 * @param {string} root
 * @param {Say} [say]  Who is told what takes a while. Default: standard output.
 * @param {{ checksTypes?: boolean }} [options]  `npm test` checks the types of all sources at once, so its build need not.
 */
export async function buildPackages(root, say = console.log, { checksTypes = true } = {}) {
  const outcomes = await Promise.allSettled(lines.map((line) => buildLine(line, { root, say, checksTypes })))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
}

/**
 * Whether what was built last is what the sources say now.
 *
 * @param {string} root
 * @param {Package} each
 */
export function isFresh(root, each) {
  return existsSync(join(root, each.output)) && builtFrom(root, each) === fingerprint(root, each.sources, each.without)
}

/** @typedef {{ root: string, say: Say, checksTypes: boolean }} BuildOptions */

/**
 * @param {Package[]} line
 * @param {BuildOptions} options
 */
async function buildLine(line, options) {
  for (const each of line) await buildIfStale(each, options)
}

/**
 * @param {Package} each
 * @param {BuildOptions} options
 */
async function buildIfStale(each, { root, say, checksTypes }) {
  if (isFresh(root, each)) return

  say(`Building the ${each.name}.`)
  const begun = performance.now()
  const current = fingerprint(root, each.sources, each.without)
  await build(root, each, { checksTypes })
  remember(root, each, current)
  say(`The ${each.name} is built in ${since(begun)}.`)
}

/**
 * @param {string} root
 * @param {Package} each
 * @param {{ checksTypes: boolean }} options
 */
async function build(root, each, { checksTypes }) {
  // A compiler leaves behind what it wrote for sources that are gone.
  rmSync(join(root, each.output), { recursive: true, force: true })
  const args = checksTypes ? each.args : [...each.args, ...each.argsWithoutTypes]
  const { code, output } = await run(process.execPath, [join(root, each.compiler), ...args], {
    cwd: join(root, each.cwd),
  })
  if (code === 0) return
  rmSync(join(root, each.output), { recursive: true, force: true })
  throw new StepFailed(`The ${each.name} cannot be built. Mend what the compiler says, then run this again.`, output)
}

/**
 * @param {string} root
 * @param {Package} each
 */
function builtFrom(root, each) {
  const stamp = stampFile(root, each)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

/**
 * @param {string} root
 * @param {Package} each
 * @param {string} current
 */
function remember(root, each, current) {
  const stamp = stampFile(root, each)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, current)
}

/**
 * Not inside the output: that is served or published as it is.
 *
 * @param {string} root
 * @param {Package} each
 */
function stampFile(root, each) {
  return join(root, 'node_modules', '.cache', 'atrium', `${each.name}.built`)
}
