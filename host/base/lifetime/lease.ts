import type { Undo } from '@atrium/sdk'

/** The hold that work under way has on the generation that does it (design section 6, step 6). */
export interface Lease {
  /** Aborted when the generation has to end. */
  readonly signal: AbortSignal
  /**
   * Keeps the generation from being disposed of until the undo is called; twice is harmless. `onDropped` runs if the generation
   * goes all the same, some seconds after its signal was aborted.
   */
  pin(onDropped?: () => void): Undo
}
