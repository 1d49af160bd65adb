/**
 * A group of tests that shares one mocha process.
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {string[]} files  Glob patterns.
 * @property {string[]} [without]  Glob patterns of files that another suite runs.
 * @property {string} [node]  The oldest Node it runs on, `22.19`; on an older one it is left to CI's second pass.
 * @property {boolean} [once]  It tests what is built on the rooms rather than what they need of Node: CI's second pass leaves it out.
 * @property {boolean} [built]  It uses the built host and shell, so both are built before it runs.
 */

const sdk = ['test/sdk/**/*.test.ts']
const host = ['test/host/**/*.test.ts']
const hostPlugins = ['test/host/plugins/**/*.test.ts']
const storage = ['test/host/{base/{db,files,secrets},core/jobs}/**/*.test.ts']
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
  { name: 'built host', files: built, built: true, once: true },
  { name: 'host', files: host, without: [...commandLine, ...hostPlugins, ...storage] },
  { name: 'storage of the host', files: storage },
  { name: 'plugins in the host', files: hostPlugins },
  { name: 'breakage', files: breakage, once: true },
  { name: 'browser', files: browser, built: true, once: true },
  {
    name: 'contract',
    files: ['test/**/*.test.ts'],
    once: true,
    without: [...sdk, ...host, ...browser, ...kill, ...built, ...conformance, ...breakage],
  },
  { name: 'plugins', files: plugins, once: true },
  { name: 'sdk', files: sdk },
  { name: 'conformance', files: conformance, node: '22.19' },
]
