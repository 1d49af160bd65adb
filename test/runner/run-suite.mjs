import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { StepFailed } from '../../host/launch/step-failed.mjs'
import { runMocha } from './run-mocha.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/** @typedef {import('./suites.mjs').Suite} Suite */

/**
 * Runs one suite, after building what it needs. A failed build is the suite's one failure: its tests cannot run.
 *
 * @param {Suite} suite
 * @returns {Promise<Outcome>}
 */
export async function runSuite({ files, without = [], built }) {
  const unbuilt = built ? await failureToBuild() : undefined
  if (unbuilt) return { passed: 0, failed: 1, output: unbuilt }
  return runMocha([...without.flatMap((pattern) => ['--ignore', pattern]), ...files], { show: 'failures' })
}

/** @type {Promise<void> | undefined} */
let building

async function failureToBuild() {
  try {
    building ??= buildPackages(root)
    await building
    return undefined
  } catch (error) {
    if (error instanceof StepFailed) return `${error.output}\n${error.message}`
    throw error
  }
}
