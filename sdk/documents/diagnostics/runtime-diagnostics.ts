import { catalogue } from './catalogued-diagnostic.ts'

/** Problems of a plugin that serves. They are counted until its next generation and do not stop it. */
export const RUNTIME_DIAGNOSTICS = catalogue({
  handler_failed: {
    severity: 'error',
    title: 'Handler failed',
    cause:
      'A handler of a route or tool threw an error, or answered with something that cannot be sent. The caller got a 5xx.',
    fix: 'Correct the line that the finding names. The log has the whole error under the request id.',
  },
})
