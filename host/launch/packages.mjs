import { join } from 'node:path'

/**
 * A package that must be built before the host can run.
 *
 * @typedef {object} Package
 * @property {string} name    Told to the person who waits.
 * @property {string} output  The folder that the build writes, relative to the root.
 * @property {string[]} sources  Files and folders the output is made of: when one changes, the package is stale.
 * @property {string[]} without  Folders among them that belong to somebody else.
 * @property {string} compiler  The script that builds, relative to the root.
 * @property {string[]} args
 * @property {string[]} argsWithoutTypes  Added where the types are checked by somebody else.
 * @property {string} cwd  Where it runs, relative to the root.
 */

const TSC = join('node_modules', 'typescript', 'bin', 'tsc')
const VITE = join('node_modules', 'vite', 'bin', 'vite.js')

/** @type {Package} */
export const sdk = {
  name: 'sdk',
  output: 'sdk/dist',
  sources: ['sdk', 'tsconfig.json', 'package-lock.json'],
  without: [],
  compiler: TSC,
  args: ['-p', 'sdk'],
  argsWithoutTypes: ['--noCheck'],
  cwd: '.',
}

/**
 * The SDK is no source of it: the output only names `@atrium/sdk`, and types are held by the type check of `npm test`.
 *
 * @type {Package}
 */
export const host = {
  name: 'host',
  output: 'host/dist',
  sources: ['host', 'tsconfig.json', 'package-lock.json'],
  without: ['host/shell', 'host/launch'],
  compiler: TSC,
  args: ['-p', 'host'],
  argsWithoutTypes: ['--noCheck'],
  cwd: '.',
}

/** @type {Package} */
const shell = {
  name: 'shell',
  output: 'host/shell/dist',
  sources: ['host/shell', 'sdk/documents', 'tsconfig.json', 'package-lock.json'],
  without: [],
  compiler: VITE,
  args: ['build', '--logLevel', 'warn'],
  argsWithoutTypes: [],
  cwd: 'host/shell',
}

/**
 * What is built, as lines that may run beside each other. In a line each package reads the output of those before it.
 *
 * @type {Package[][]}
 */
export const lines = [[sdk, host], [shell]]
