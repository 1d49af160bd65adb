/**
 * A group of tests that shares one mocha process.
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {string[]} files  Glob patterns.
 * @property {string[]} [without]  Glob patterns of files that another suite runs.
 * @property {string} [node]  The oldest Node it runs on, `22.19`; on an older one it is left to CI's second pass.
 * @property {boolean} [once]  It says nothing of the version of Node, and takes long: CI's second pass leaves it out.
 * @property {boolean} [built]  It uses the built host and shell, so both are built before it runs.
 */

const sdk = ['test/sdk/**/*.test.ts']
const host = ['test/host/**/*.test.ts']
const plugins = ['plugins/*/test/**/*.test.ts']
const browser = ['test/e2e/**/*.test.ts']
const commandLine = ['test/host/cli/**/*.test.ts']
const kill = ['test/contract/kill.test.ts', 'test/contract/import-killed.test.ts']
const built = ['test/contract/cli.test.ts', 'test/contract/cli-start.test.ts', ...commandLine]
const conformance = ['test/conformance/**/*.test.ts']
const breakage = ['test/contract/breakage/*.test.ts']

/**
 * All tests of the repository, the longest first. What has no suite of its own runs with the contract, so that no file is forgotten.
 *
 * @type {Suite[]}
 */
export const suites = [
  { name: 'kill', files: kill, built: true, once: true },
  { name: 'built host', files: built, built: true },
  { name: 'host', files: host, without: commandLine },
  { name: 'breakage', files: breakage },
  { name: 'browser', files: browser, built: true, once: true },
  {
    name: 'contract',
    files: ['test/**/*.test.ts'],
    without: [...sdk, ...host, ...browser, ...kill, ...built, ...conformance, ...breakage],
  },
  { name: 'plugins', files: plugins },
  { name: 'sdk', files: sdk },
  { name: 'conformance', files: conformance, node: '22.19' },
]
