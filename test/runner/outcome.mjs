/**
 * What a step of `npm test` came to.
 *
 * @typedef {object} Outcome
 * @property {number} passed  Tests that passed; 0 for a check.
 * @property {number} failed  Tests that failed; 1 for a failed check and for a suite that ended in any other wrong way.
 * @property {string} output  What its program printed; shown when something failed.
 */

/**
 * @param {Outcome[]} outcomes
 * @returns {{ passed: number, failed: number }}
 */
export function total(outcomes) {
  return outcomes.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}
