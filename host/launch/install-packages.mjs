import { existsSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { since } from './since.mjs'
import { StepFailed } from './step-failed.mjs'

/**
 * Installs the npm packages when `node_modules` is missing or older than `package-lock.json`; otherwise does nothing.
 * Throws StepFailed with npm's output.
 *
 * @param {string} root
 * @param {(text: string) => void} [say]  Receives progress messages. Default: writes them to standard output.
 */
export async function installPackages(root, say = console.log) {
  const reason = reasonToInstall(root)
  if (!reason) return

  say(`Installing the packages: ${reason}.`)
  const begun = performance.now()
  // Build tools are devDependencies, which npm skips if NODE_ENV is "production". The log level is explicit because
  // `npm --silent start` would hide the reason for a failure.
  const { code, output } = await npm(root, ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=warn'])
  if (code !== 0)
    throw new StepFailed('The packages cannot be installed. Fix the errors above, then run this again.', output)
  markInstalled(root)
  say(`Packages installed in ${since(begun)}.`)
}

/** @param {string} root */
function reasonToInstall(root) {
  const installed = installedMark(root)
  if (!existsSync(installed)) return 'node_modules is missing'
  const lock = join(root, 'package-lock.json')
  return statSync(installed).mtimeMs < statSync(lock).mtimeMs
    ? 'package-lock.json is newer than node_modules'
    : undefined
}

/**
 * npm may write its own record before the lockfile, so the record's date is set once both are written.
 *
 * @param {string} root
 */
function markInstalled(root) {
  const now = new Date()
  utimesSync(installedMark(root), now, now)
}

/**
 * The file that npm writes at the end of a complete installation.
 *
 * @param {string} root
 */
function installedMark(root) {
  return join(root, 'node_modules', '.package-lock.json')
}

/**
 * Runs npm to its end and returns its exit code and output.
 *
 * @param {string} root
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]  Default: that of this process.
 */
export function npm(root, args, env = process.env) {
  const script = process.env['npm_execpath']
  if (script) return run(process.execPath, [script, ...args], { cwd: root, env })
  // On Windows npm is a .cmd file, which only a shell can start. The arguments are fixed and need no quoting.
  return run('npm', args, { cwd: root, env, shell: process.platform === 'win32' })
}
