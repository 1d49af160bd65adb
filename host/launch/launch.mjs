import { StepFailed } from './step-failed.mjs'

/**
 * Runs the steps of a script one after another. When one fails, what its program printed and what to do are shown and
 * the process ends with exit code 1; the steps after it do not run.
 *
 * @param {(() => Promise<unknown>)[]} steps
 */
export async function launch(...steps) {
  try {
    for (const step of steps) await step()
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(`${error.output.trimEnd()}\n\n${error.message}`)
    process.exit(1)
  }
}
