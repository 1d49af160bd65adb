import { since } from '../../host/launch/since.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * Runs steps, begun in their order and two at once: most of them wait about as much as they work. Tells of each in a line when
 * it is over, of a failed one with all it printed.
 *
 * @param {{ name: string, run: () => Promise<Outcome> }[]} steps
 * @returns {Promise<Outcome[]>}
 */
export async function runSteps(steps) {
  const waiting = [...steps]
  const outcomes = await Promise.all([runWaiting(waiting), runWaiting(waiting)])
  return outcomes.flat()
}

/**
 * @param {{ name: string, run: () => Promise<Outcome> }[]} waiting  Each is taken out when it begins.
 */
async function runWaiting(waiting) {
  /** @type {Outcome[]} */
  const outcomes = []
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const begun = performance.now()
    const outcome = await step.run()
    outcomes.push(outcome)
    tell(step.name, outcome, since(begun))
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
