/** The source of an answer failed while the answer was on its way: too late for a problem, but not for the log. */
export class StreamBroken extends Error {
  override readonly name = 'StreamBroken'

  constructor(cause: unknown) {
    super('The stream that was being answered broke off.', { cause })
  }
}
