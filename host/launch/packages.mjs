import { join } from 'node:path'

/**
 * A package that must be built before the host can run.
 *
 * @typedef {object} Package
 * @property {string} name    Its name in progress messages.
 * @property {string} output  The folder that the build writes, relative to the root.
 * @property {string[]} sources  The files and folders that go into the output. A change makes the package stale.
 * @property {string[]} without  Folders among them that do not belong to the package.
 * @property {string} compiler  The script that builds, relative to the root.
 * @property {string[]} args
 * @property {string[]} argsWithoutTypes  Added if types are checked separately.
 * @property {string} cwd  The working directory, relative to the root.
 * @property {Bundle} [bundle]  The scripts, if the compiler only declares types.
 * @property {Record<string, string>} [copies]  Folders and files that become part of the output, each with its place in it.
 */

/**
 * @typedef {object} Bundle
 * @property {string} folder  The package, relative to the root.
 * @property {string[]} entries  The modules that Node is given, or that other packages or tests import, relative to the folder.
 * @property {string[]} [inside]  Packages that become part of the build.
 * @property {string} [last]  One of the entries. It is run at the end and writes what else belongs to the build.
 */

const TSC = join('node_modules', 'typescript-native', 'bin', 'tsc')
/** How the packages are built. */
const RECIPE = ['host/launch/packages.mjs', 'host/launch/bundle.mjs']
const SWAGGER = ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE']
const VITE = join('node_modules', 'vite', 'bin', 'vite.js')

/** @type {Package} */
export const sdk = {
  name: 'sdk',
  output: 'sdk/dist',
  sources: ['sdk', 'tsconfig.json', 'package-lock.json', ...RECIPE],
  without: [],
  compiler: TSC,
  args: ['-p', 'sdk'],
  argsWithoutTypes: ['--noCheck'],
  cwd: '.',
  bundle: {
    folder: 'sdk',
    entries: ['index.ts', 'host.ts', 'documents/index.ts', 'testing/index.ts', 'tool-search/index.ts'],
    // Its 370 files took two thirds of the time to import the SDK. A second copy does no harm: schemas are plain objects.
    inside: ['typebox', 'minisearch'],
  },
}

/**
 * The SDK is not one of its sources: the output only imports `@atrium/sdk`, and `npm test` checks the types.
 *
 * @type {Package}
 */
export const host = {
  name: 'host',
  output: 'host/dist',
  sources: ['host', 'plugins/template', 'tsconfig.json', 'package-lock.json', ...RECIPE],
  without: ['host/shell', 'host/launch', 'host/deploy'],
  compiler: TSC,
  args: ['-p', 'host'],
  argsWithoutTypes: ['--noCheck'],
  cwd: '.',
  bundle: {
    folder: 'host',
    entries: [
      'index.ts',
      'testing/index.ts',
      'cli/start.ts',
      'cli/main.ts',
      'cli/check/check-plugin.ts',
      'cli/check/checker.ts',
      'plugins/supervise/quarantine/watchdog-thread.ts',
      'plugins/compile/checks/write-validators.ts',
    ],
    last: 'plugins/compile/checks/write-validators.ts',
    // Of their 400 files, 255 are functions of lodash. Loading them took a seventh of a start. Ajv stays outside, because its parts compare
    // classes, and scripts that the build writes use some of them.
    inside: ['knex', 'lodash', 'tarn', 'pg-connection-string', 'colorette', 'semver', 'csv-stringify'],
  },
  // What an installed host has no repository for: the plugin that `atrium plugins create` copies, and four of the 40 files of Swagger UI.
  copies: {
    'plugins/template': 'template',
    ...Object.fromEntries(SWAGGER.map((name) => [`node_modules/swagger-ui-dist/${name}`, `swagger-ui/${name}`])),
  },
}

/** @type {Package} */
const shell = {
  name: 'shell',
  output: 'host/shell/dist',
  sources: ['host/shell', 'sdk/documents', 'tsconfig.json', 'package-lock.json', ...RECIPE],
  without: [],
  compiler: VITE,
  args: ['build', '--logLevel', 'warn'],
  argsWithoutTypes: [],
  cwd: 'host/shell',
}

/**
 * The packages in lines that can be built in parallel. Within a line, each package reads the output of those before it.
 *
 * @type {Package[][]}
 */
export const lines = [[sdk, host], [shell]]
