/** The settings of the plugin. Their schema and defaults are in package.json. */
export interface Settings {
  /** ISO 4217 code of all prices, costs and budgets. */
  readonly currency: string
  /** Days after which the frames of an answer are deleted; its messages stay. 0: never. */
  readonly frame_days: number
  /** A provider that sends nothing for this long is given up. */
  readonly provider_silence_seconds: number
}
