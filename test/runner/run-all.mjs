import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { build, checks, compilation } from './checks.mjs'
import { startPostgres } from './postgres.mjs'
import { Queue } from './queue.mjs'
import { Report } from './report.mjs'
import {
  dependsOnNode,
  laterNode,
  listTestFiles,
  mostlyWaits,
  needsBuild,
  needsDriver,
  startsBrowser,
  testsDrivers,
} from './test-files.mjs'
import { TestWorker } from './test-worker.mjs'
import { longestFirst, rememberSeconds } from './times.mjs'

/**
 * Two lanes more than cores: tests also wait, and no processor time is idle with them. With four more, a run of 43 minutes took 53, and tests
 * missed what they waited for.
 */
const LANES = Math.min(availableParallelism() + 2, 6)

/**
 * The lanes that take files with a browser first; the others take them last. A browser uses more than one core: as many as there are lanes
 * made a load of 11 on two cores, and showed frames a second late.
 */
const BROWSER_LANES = LANES / 2

/**
 * A test file, and the Node that runs it if it is not this one. `sqliteOnly` leaves out the suites of `eachDatabase` on PostgreSQL.
 *
 * @typedef {{ file: string, name: string, node?: string | undefined, sqliteOnly: boolean }} Task
 */

/**
 * Builds, checks and tests everything, unless only one of both is asked for. All lanes take test files from one queue; the first begins with
 * the build and the checks. Files that use the build, or the driver that is being compiled, are held back until it is there. What runs with
 * a second Node comes last in the same queue, so that no lane waits for the others in between.
 *
 * @param {object} options
 * @param {string | undefined} options.secondNode  Absolute. It runs what may depend on the version of Node.
 * @param {string | undefined} options.only  `checks` or `tests`.
 * @param {string | undefined} options.compile  `sqlite3`, if its install script has not run. It runs beside what does not need it.
 * @returns {Promise<import('./outcome.mjs').Outcome[]>}
 */
export async function runAll({ secondNode, only, compile }) {
  const report = new Report()
  if (only === 'checks') {
    await succeeds(report, build)
    await runChecks(report)
    return report.outcomes
  }
  const stopPostgres = await startPostgres()
  try {
    const files = listTestFiles()
    const second = secondNode === undefined ? [] : tasksFor(files.filter(dependsOnNode), secondNode)
    const tasks = [...tasksFor(files), ...second]
    const built = succeeds(report, build)
    /** @type {import('./queue.mjs').Gate<Task>[]} */
    const gates = [{ opens: built, holds: ({ file }) => needsBuild(file) }]
    const compiled = compile === undefined ? undefined : succeeds(report, compilation(compile))
    if (compiled !== undefined) gates.push({ opens: compiled, holds: ({ file }) => needsDriver(file) })
    const queue = new Queue(
      tasks.filter(({ file }) => !mostlyWaits(file)),
      gates,
    )
    // A lane of its own, so that waiting takes no turn from work.
    const patient = new Queue(
      tasks.filter(({ file }) => mostlyWaits(file)),
      gates,
    )
    const check = () => (only === 'tests' ? undefined : runChecks(report))
    const takesBrowsers =
      (/** @type {number} */ lane) =>
      (/** @type {Task} */ { file }) =>
        startsBrowser(file) === lane < BROWSER_LANES
    const first = built.then(check).then(() => runFiles(queue, report, takesBrowsers(0)))
    const others = Array.from({ length: LANES - 1 }, async (_, at) => {
      // Most files wait for the compiler, so it gets a core of its own.
      await compiled
      await runFiles(queue, report, takesBrowsers(at + 1))
    })
    await Promise.all([first, ...others, runFiles(patient, report)])
  } finally {
    await stopPostgres()
  }
  rememberSeconds(report.files)
  report.end()
  return report.outcomes
}

/**
 * @param {string[]} files
 * @param {string} [node]
 * @returns {Task[]}  Longest first.
 */
function tasksFor(files, node) {
  const version = node === undefined ? process.versions.node : versionOf(node)
  for (const file of files) {
    const later = laterNode(file, version)
    if (later) console.log(`- ${file} needs Node ${later}, this is ${version}: CI runs it with its second Node`)
  }
  const run = files.filter((file) => laterNode(file, version) === undefined)
  return longestFirst(run).map((file) => ({
    file,
    name: node === undefined ? file : `${file} (Node ${version})`,
    node,
    // What the first Node is too old for runs nowhere else.
    sqliteOnly: node !== undefined && laterNode(file) === undefined && !testsDrivers(file),
  }))
}

/** @param {string} node */
const versionOf = (node) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)

/**
 * @param {Report} report
 * @param {import('./checks.mjs').Step} step
 */
async function succeeds(report, { name, run }) {
  const { failed } = await report.check(name, run)
  return failed === 0
}

/** @param {Report} report */
async function runChecks(report) {
  for (const { name, run } of checks) await report.check(name, run)
}

/**
 * @param {Queue<Task>} queue
 * @param {Report} report
 * @param {(task: Task) => boolean} [prefers]  What is taken first.
 */
async function runFiles(queue, report, prefers) {
  /** @type {Pick<Task, 'node' | 'sqliteOnly'>} */
  let kind = { node: undefined, sqliteOnly: false }
  let worker = new TestWorker()
  const end = async () => report.add('the end of a test process', await worker.end())
  for (let task = await queue.next(prefers); task !== undefined; task = await queue.next(prefers)) {
    const { file, name, node, sqliteOnly } = task
    if (node !== kind.node || sqliteOnly !== kind.sqliteOnly) {
      await end()
      kind = { node, sqliteOnly }
      worker = new TestWorker(kind)
    }
    await report.testFile(name, () => worker.run([file]))
  }
  await end()
}
