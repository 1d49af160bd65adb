import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { TestWorker } from './test-worker.mjs'
import { needsBuild } from './test-files.mjs'

/**
 * Runs some files in one process and prints the titles of their tests as they end.
 *
 * @param {string[]} args  Files, patterns and options of mocha.
 * @returns {Promise<import('./outcome.mjs').Outcome[]>}
 */
export async function runChosen(args) {
  if (args.some(needsBuild)) await buildPackages(root, console.log, { checksTypes: false })
  const worker = new TestWorker({ showsTitles: true })
  const outcomes = [await worker.run(args), await worker.end()]
  for (const { output, failed } of outcomes) if (failed > 0 && output) console.log(output)
  return outcomes
}
