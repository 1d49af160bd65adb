import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../host/launch/root.mjs'

const CACHE = join(root, 'node_modules/.cache/atrium/test-seconds.json')

/** How many bytes of tests take about a second. */
const BYTES_A_SECOND = 5_000

/** Files that use the build start hosts, browsers and child processes. */
const BUILD_FACTOR = 4

/**
 * Sorts files by the seconds that they took in the last run, and files that have not run yet by their size.
 *
 * @param {string[]} files  Relative to the root.
 * @param {(file: string) => boolean} needsBuild
 */
export function longestFirst(files, needsBuild) {
  const known = readSeconds()
  const guess = (/** @type {string} */ file) =>
    (statSync(join(root, file)).size / BYTES_A_SECOND) * (needsBuild(file) ? BUILD_FACTOR : 1)
  const timed = files.map((file) => ({ file, seconds: known[file] ?? guess(file) }))
  return timed.sort((a, b) => b.seconds - a.seconds).map(({ file }) => file)
}

/** @param {{ name: string, seconds: number }[]} ended */
export function rememberSeconds(ended) {
  const seconds = { ...readSeconds(), ...Object.fromEntries(ended.map(({ name, seconds }) => [name, seconds])) }
  mkdirSync(dirname(CACHE), { recursive: true })
  writeFileSync(CACHE, JSON.stringify(seconds))
}

/** @returns {Record<string, number>} */
function readSeconds() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'))
  } catch {
    return {}
  }
}
