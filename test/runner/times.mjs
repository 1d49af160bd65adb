import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../host/launch/root.mjs'

const CACHE = join(root, 'node_modules/.cache/atrium/test-seconds.json')

/** Files whose size says little, because they start processes or run suites of other files: about how many seconds they take. */
const SLOW = [
  { files: /^test\/contract\/(?:kill|generated\/generated)\.test\.ts$/, seconds: 100 },
  { files: /^test\/host\/base\/db\/database-health\.test\.ts$/, seconds: 80 },
  { files: /^plugins\/[^/]+\/test\/databases\.test\.ts$/, seconds: 60 },
  {
    files: /^test\/(?:contract\/booking|contract\/bulk-actions|e2e\/platform)\.test\.ts$/,
    seconds: 60,
  },
  {
    files:
      /^test\/contract\/(?:clients|import-killed|cli|cli-accounts|cli-start|storage-trouble|runtime\/quarantine)\.test\.ts$/,
    seconds: 40,
  },
  { files: /^test\/(?:contract\/(?:roles|mistakes)\/|host\/core\/bulk\/bulk-room)/, seconds: 30 },
  { files: /^test\/(?:e2e|conformance|contract\/breakage|host\/launch|host\/cli)\//, seconds: 20 },
  { files: /^(?:plugins|test\/contract)\//, seconds: 8 },
]

/** How many bytes of other tests take about a second. */
const BYTES_A_SECOND = 5_000

/**
 * Sorts files by the seconds that they took in the last run here, and by an estimate if they have not run.
 *
 * @param {string[]} files  Relative to the root.
 */
export function longestFirst(files) {
  const known = readSeconds()
  const guess = (/** @type {string} */ file) =>
    SLOW.find(({ files }) => files.test(file))?.seconds ?? statSync(join(root, file)).size / BYTES_A_SECOND
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
