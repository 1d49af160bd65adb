/**
 * What a check or a test file came to.
 *
 * @typedef {object} Outcome
 * @property {number} passed  Tests that passed; 0 for a check.
 * @property {number} failed  Tests that failed; 1 for a failed check, and for a file that went wrong in any other way.
 * @property {string} output  What was printed; shown if something failed.
 * @property {number} [processorSeconds]  What a test file took, with the processes that it started; where the system tells.
 */

/**
 * What a worker tells its parent: the title of the test that begins, or the outcome of the files it was asked to run.
 *
 * @typedef {{ running: string } | Outcome} Message
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
