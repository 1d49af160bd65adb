import { join } from 'node:path'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { npm } from '../../host/launch/install-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { run } from '../../host/launch/run.mjs'
import { StepFailed } from '../../host/launch/step-failed.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * What is done beside the tests. It counts as one failure if it fails.
 *
 * @typedef {{ name: string, run: () => Promise<Outcome> }} Step
 */

/**
 * Builds what is stale; the tests that use it cannot run if it fails. Types are left to the checks.
 *
 * @type {Step}
 */
export const build = {
  name: 'build',
  run: async () => {
    try {
      await buildPackages(root, () => undefined, { checksTypes: false })
      return { passed: 0, failed: 0, output: '' }
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error
      return { passed: 0, failed: 1, output: `${error.output}\n${error.message}` }
    }
  },
}

/** Wins over the package's own -O3, because it comes later. The compiler takes half the time, and statements are as fast in tests. */
const QUICKLY = '-O1 -g0'

/**
 * Runs the install script of a package that was installed without it; the tests that use it cannot run if it fails.
 *
 * @param {string} name
 * @returns {Step}
 */
export const compilation = (name) => ({
  name: `${name} compiled`,
  run: async () =>
    outcomeOf(await npm(root, ['rebuild', name], { ...process.env, CFLAGS: QUICKLY, CXXFLAGS: QUICKLY })),
})

/**
 * The checks that read the sources without running them.
 *
 * @type {Step[]}
 */
export const checks = [check('types and lint', 'oxlint/bin/oxlint'), check('format', 'oxfmt/bin/oxfmt', '--check')]

/**
 * @param {string} name
 * @param {string} script  Below `node_modules`.
 * @param {string[]} args
 * @returns {Step}
 */
function check(name, script, ...args) {
  return {
    name,
    run: async () =>
      outcomeOf(await run(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root })),
  }
}

/**
 * @param {{ code: number, output: string }} ended
 * @returns {Outcome}
 */
const outcomeOf = ({ code, output }) => ({ passed: 0, failed: code === 0 ? 0 : 1, output })
