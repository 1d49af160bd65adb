import { since } from '../../host/launch/since.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * Runs steps one after another and tells of each in a line when it is over; of a failed one with all it printed.
 *
 * @param {{ name: string, run: () => Promise<Outcome> }[]} steps
 * @returns {Promise<Outcome[]>}
 */
export async function runInOrder(steps) {
  /** @type {Outcome[]} */
  const outcomes = []
  for (const { name, run } of steps) {
    const begun = performance.now()
    const outcome = await run()
    outcomes.push(outcome)
    tell(name, outcome, since(begun))
  }
  return outcomes
}

/**
 * @param {string} name
 * @param {Outcome} outcome
 * @param {string} time
 */
function tell(name, { passed, failed, output }, time) {
  const counted = passed > 0 ? `, ${passed} passed` : ''
  if (failed === 0) return console.log(`✓ ${name}${counted} (${time})`)
  console.log(`✗ ${name}${counted}, ${failed} failed (${time})\n\n${output.trim()}\n`)
}
