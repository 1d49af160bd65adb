import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from '../../host/launch/root.mjs'

/** Files below these folders use the built host or the built shell. */
const BUILT = /^test\/(?:contract|e2e|host\/cli)\//

/** Files below these folders open no database. */
const WITHOUT_DATABASE = /^test\/(?:architecture|helpers|host\/launch|runner|shell)\//

/** Files below this folder start Chromium. */
const BROWSER = /^test\/e2e\//

/** What may depend on the version of Node: the rooms themselves. All else is built on them. */
const DEPENDS_ON_NODE = /^test\/(?:sdk|host\/(?!cli\/)|conformance)/

/**
 * Where PostgreSQL runs with the second Node, too: its driver uses sockets, streams, timers and buffers of Node. Everything above the
 * drivers is JavaScript that is the same on each database, so what a Node changes there is found on SQLite, and what PostgreSQL changes is
 * found with the first Node.
 */
const DRIVERS = /^test\/host\/base\/db\//

/** The oldest version of Node for what does not run on all versions. */
const NEEDS_NODE = [{ files: /^test\/conformance\//, node: '22.19' }]

/** Files that wait for limits of databases far longer than they work: 80 s for 6 s of processor time. */
const WAITS = /^test\/host\/base\/db\//

/** All test files, relative to the root, with slashes. */
export function listTestFiles() {
  return ['test', 'plugins'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.split(sep).join('/')}`)
      .filter((file) => file.endsWith('.test.ts') && !/\/(?:node_modules|dist|fixtures)\//.test(file)),
  )
}

/** @param {string} file */
export const needsBuild = (file) => BUILT.test(file)

/** @param {string} file */
export const needsDriver = (file) => !WITHOUT_DATABASE.test(file)

/** @param {string} file */
export const startsBrowser = (file) => BROWSER.test(file)

/** @param {string} file */
export const mostlyWaits = (file) => WAITS.test(file)

/** @param {string} file */
export const dependsOnNode = (file) => DEPENDS_ON_NODE.test(file)

/**
 * Whether its suites for each database run on PostgreSQL with the second Node, too. Suites for each driver always do.
 *
 * @param {string} file
 */
export const testsDrivers = (file) => DRIVERS.test(file)

/**
 * The version of Node that a file waits for, if this one is too old.
 *
 * @param {string} file
 * @param {string} [version]
 */
export function laterNode(file, version = process.versions.node) {
  const { node } = NEEDS_NODE.find(({ files }) => files.test(file)) ?? {}
  return node !== undefined && isOlder(version, node) ? node : undefined
}

/**
 * @param {string} version
 * @param {string} wanted
 */
function isOlder(version, wanted) {
  const given = numbersOf(version)
  const differences = numbersOf(wanted).map((number, at) => (given[at] ?? 0) - number)
  return (differences.find((difference) => difference !== 0) ?? 0) < 0
}

/** @param {string} version */
const numbersOf = (version) => version.split('.').map(Number)
