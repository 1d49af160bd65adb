import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { writeScripts } from './bundle.mjs'
import { fingerprint } from './fingerprint.mjs'
import { lines } from './packages.mjs'
import { run } from './run.mjs'
import { since } from './since.mjs'
import { StepFailed } from './step-failed.mjs'

/** @typedef {import('./packages.mjs').Package} Package */
/** @typedef {(text: string) => void} Say */

/**
 * Builds each package whose sources have changed since its last successful build. Throws StepFailed with the compiler's output;
 * packages built before the failure stay built.
 *
 * @param {string} root
 * @param {Say} [say]  Receives progress messages. Default: writes them to standard output.
 * @param {{ checksTypes?: boolean }} [options]  Default true. `npm test` sets false, because it checks all types itself.
 */
export async function buildPackages(root, say = console.log, { checksTypes = true } = {}) {
  const outcomes = await Promise.allSettled(lines.map((line) => buildLine(line, { root, say, checksTypes })))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
}

/**
 * Whether the last build is up to date with the sources.
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
  if (isFresh(root, each) || mustBeLeftAsBuilt(root, each)) return

  say(`Building the ${each.name}.`)
  const begun = performance.now()
  const current = fingerprint(root, each.sources, each.without)
  await build(root, each, { checksTypes })
  remember(root, each, current)
  say(`The ${each.name} is built in ${since(begun)}.`)
}

/**
 * Without the compiler, a build is used if nothing says that its sources have changed since: `npm ci` removes the note of what it was
 * built from. Throws StepFailed if there is no build, or an older one.
 *
 * @param {string} root
 * @param {Package} each
 */
function mustBeLeftAsBuilt(root, each) {
  if (existsSync(join(root, each.compiler))) return false
  const isBuilt = existsSync(join(root, each.output))
  if (isBuilt && builtFrom(root, each) === undefined) return true
  const state = isBuilt ? 'was built from other sources' : 'is not built'
  const [, tool] = each.compiler.split(sep)
  throw new StepFailed(
    `build_tools_missing: The [${each.name}] ${state}, and it cannot be built here, because [${tool}] is not installed: npm leaves out ` +
      'what only builds with --omit=dev and with NODE_ENV=production.\n' +
      'Run `npm ci --include=dev`, `npm run build` and `npm prune --omit=dev`, then start again. Or install the packages that ' +
      '`npm pack` makes, which are built (host/deploy/README.md).',
    '',
  )
}

/**
 * @param {string} root
 * @param {Package} each
 * @param {{ checksTypes: boolean }} options
 */
async function build(root, each, { checksTypes }) {
  // Compilers do not remove the output of deleted sources.
  rmSync(join(root, each.output), { recursive: true, force: true })
  const args = checksTypes ? each.args : [...each.args, ...each.argsWithoutTypes]
  const { code, output } = await run(process.execPath, [join(root, each.compiler), ...args], {
    cwd: join(root, each.cwd),
  })
  const problem = code === 0 ? await writeScripts(root, each) : output
  if (problem === '') return copyFolders(root, each)
  rmSync(join(root, each.output), { recursive: true, force: true })
  throw new StepFailed(`The ${each.name} cannot be built. Fix the errors above, then run this again.`, problem)
}

/**
 * @param {string} root
 * @param {Package} each
 */
function copyFolders(root, { output, copies = {} }) {
  const isKept = (/** @type {string} */ file) => !['node_modules', 'dist'].includes(basename(file))
  for (const [folder, place] of Object.entries(copies))
    cpSync(join(root, folder), join(root, output, place), { recursive: true, filter: isKept })
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
 * Outside the output folder, because that is served or published as it is.
 *
 * @param {string} root
 * @param {Package} each
 */
function stampFile(root, each) {
  return join(root, 'node_modules', '.cache', 'atrium', `${each.name}.built`)
}
