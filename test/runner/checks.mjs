import { join } from 'node:path'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { run } from '../../host/launch/run.mjs'
import { StepFailed } from '../../host/launch/step-failed.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * Builds what is stale; the tests that use it cannot run if it fails. Types are left to the checks.
 *
 * @type {{ name: string, run: () => Promise<Outcome> }}
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

/**
 * The checks that read the sources without running them. Each ends with exit code 0 or counts as one failure.
 *
 * @type {{ name: string, run: () => Promise<Outcome> }[]}
 */
export const checks = [check('types and lint', 'oxlint/bin/oxlint'), check('format', 'oxfmt/bin/oxfmt', '--check')]

/**
 * @param {string} name
 * @param {string} script  Below `node_modules`.
 * @param {string[]} args
 * @returns {{ name: string, run: () => Promise<Outcome> }}
 */
function check(name, script, ...args) {
  return {
    name,
    run: async () => {
      const { code, output } = await run(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root })
      return { passed: 0, failed: code === 0 ? 0 : 1, output }
    },
  }
}
