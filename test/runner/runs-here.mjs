/**
 * Whether a suite runs on this version of Node.
 *
 * @param {import('./suites.mjs').Suite} suite
 * @param {string} [version]
 */
export function runsHere({ node = '0' }, version = process.versions.node) {
  const given = numbersOf(version)
  const differences = numbersOf(node).map((wanted, at) => (given[at] ?? 0) - wanted)
  return (differences.find((difference) => difference !== 0) ?? 0) >= 0
}

/** @param {string} version */
const numbersOf = (version) => version.split('.').map(Number)
