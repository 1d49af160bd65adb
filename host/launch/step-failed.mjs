/** A step of the launch that did not succeed. `output` is what its program printed; the message says what to do. */
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
