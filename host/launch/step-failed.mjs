/** A launch step failed. `output` is its program's output; the message says what to do. */
export class StepFailed extends Error {
  /**
   * @param {string} message
   * @param {string} output
   */
  constructor(message, output) {
    super(message)
    this.name = 'StepFailed'
    this.output = output
  }
}
