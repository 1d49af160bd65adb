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
export const checks = [
  check('type check', 'typescript/bin/tsc', '-p', '.'),
  check('type check of the shell', 'typescript/bin/tsc', '-p', 'host/shell'),
  check('lint', 'eslint/bin/eslint.js', '.', '--max-warnings', '0'),
  check('format', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
]

/**
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 */
function check(name, program, ...args) {
  return { name, run: () => exitCodeOf(program, args) }
}

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
async function exitCodeOf(program, args) {
  const { code, output } = await run(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root })
  return { passed: 0, failed: code === 0 ? 0 : 1, output }
}
