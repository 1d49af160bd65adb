import { StepFailed } from './step-failed.mjs'

/**
 * Runs the steps of a script one after another. If one fails, prints its program's output and what to do, and exits with code 1; the
 * later steps do not run.
 *
 * @param {(() => Promise<unknown>)[]} steps
 */
export async function launch(...steps) {
  try {
    for (const step of steps) await step()
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error([error.output.trimEnd(), error.message].filter(Boolean).join('\n\n'))
    process.exit(1)
  }
}
