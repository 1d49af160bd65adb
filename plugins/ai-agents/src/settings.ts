/** The settings of the plugin. Their schema and defaults are in package.json. */
export interface Settings {
  /** ISO 4217 code of all prices, costs and budgets. */
  readonly currency: string
  /** After this many days the frames of an answer are deleted; what was said stays. 0: never. */
  readonly frame_days: number
  /** A provider that says nothing for so long is given up. */
  readonly provider_silence_seconds: number
}
