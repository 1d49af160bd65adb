import { availableParallelism } from 'node:os'
import { build, checks } from './checks.mjs'
import { startPostgres } from './postgres.mjs'
import { Queue } from './queue.mjs'
import { Report } from './report.mjs'
import { dependsOnNode, laterNode, listTestFiles, needsBuild } from './test-files.mjs'
import { TestWorker } from './test-worker.mjs'
import { longestFirst, rememberSeconds } from './times.mjs'

/** Most tests wait more than they work, so two more run at a time than there are cores. */
const LANES = Math.min(availableParallelism() + 2, 6)

/**
 * Builds, checks and tests everything. All lanes take test files from one queue; the first begins with the build and the checks.
 *
 * @param {{ isAgain: boolean }} options  Again, without the checks, only what may depend on the version of Node.
 * @returns {Promise<import('./outcome.mjs').Outcome[]>}
 */
export async function runAll({ isAgain }) {
  const report = new Report()
  const stopPostgres = await startPostgres()
  try {
    const files = filesToRun(isAgain)
    const built = files.some(needsBuild) ? isBuilt(report) : Promise.resolve(true)
    const queue = new Queue(longestFirst(files), { built, needsBuild })
    const first = built.then(() => (isAgain ? undefined : runChecks(report))).then(() => runFiles(queue, report))
    const others = Array.from({ length: LANES - 1 }, () => runFiles(queue, report))
    await Promise.all([first, ...others])
  } finally {
    await stopPostgres()
  }
  rememberSeconds(report.files)
  report.end()
  return report.outcomes
}

/** @param {boolean} isAgain */
function filesToRun(isAgain) {
  const files = listTestFiles().filter((file) => !isAgain || dependsOnNode(file))
  for (const file of files) {
    const node = laterNode(file)
    if (node)
      console.log(`- ${file} needs Node ${node}, this is ${process.versions.node}: CI runs it in its second pass`)
  }
  return files.filter((file) => laterNode(file) === undefined)
}

/** @param {Report} report */
async function isBuilt(report) {
  const { failed } = await report.check(build.name, build.run)
  return failed === 0
}

/** @param {Report} report */
async function runChecks(report) {
  for (const { name, run } of checks) await report.check(name, run)
}

/**
 * @param {Queue} queue
 * @param {Report} report
 */
async function runFiles(queue, report) {
  const worker = new TestWorker()
  for (let file = await queue.next(); file !== undefined; file = await queue.next()) {
    const args = [file]
    await report.testFile(file, () => worker.run(args))
  }
  report.add('the end of a test process', await worker.end())
}
