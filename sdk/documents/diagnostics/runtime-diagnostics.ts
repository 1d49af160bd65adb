import { catalogue } from './catalogued-diagnostic.ts'

/** Problems of a plugin that serves. They are counted until its next generation and do not stop it. */
export const RUNTIME_DIAGNOSTICS = catalogue({
  handler_timeout: {
    severity: 'error',
    title: 'Handler timed out',
    cause:
      'A handler did not finish within its time limit (10 s, unless the route or the host’s configuration says otherwise), or it changed something and then kept others from writing on SQLite for 2 s without using the database. Its transaction was rolled back, and the caller got a 504.',
    fix: 'Make it faster: ask other systems before the first change or outside of the transaction, and do long work in a job. If it must take longer, declare `timeout_seconds`.',
  },
  handler_failed: {
    severity: 'error',
    title: 'Handler failed',
    cause:
      'A handler of a route or tool threw an error, or answered with something that cannot be sent. The caller got a 5xx.',
    fix: 'Correct the line that the finding names. The log has the whole error under the request id.',
  },
  answer_too_large: {
    severity: 'error',
    title: 'Answer too large',
    cause:
      'A handler returned more than 32 MB at once. Writing it could take all memory of the host, so the caller got a 500.',
    fix: 'Answer in pages: `page(rows, total)` with the rows from `_start` to `_end`. Or answer a `Readable`, which is sent in pieces.',
  },
  statement_not_awaited: {
    severity: 'error',
    title: 'Statement not awaited',
    cause:
      'A handler, job or timer ended before one of its statements. The statement is never sent, or is sent after the end, when its failure goes unnoticed.',
    fix: 'Write `await` before the statement or the call of the store at this line, or return it. For several at once: `await Promise.all(…)`, or a `for … of` loop; `forEach` does not await.',
  },
  statement_failed: {
    severity: 'error',
    title: 'Failed statement passed over',
    cause:
      'A statement names a table or column that does not exist, or its syntax is wrong, and the plugin caught the error. What it was to change is lost. On PostgreSQL the whole transaction is.',
    fix: 'Correct the statement at this line. Catch only the errors that you expect, and throw the others again.',
  },
  answer_status_ignored: {
    severity: 'warning',
    title: 'Status in the answer',
    cause:
      'A handler returned an object whose members look like an error. It is sent as it is, with the status 200, so callers take it for success.',
    fix: "Throw an ApiError instead: `throw new ApiError('van_away', { status: 409, detail: 'The van is away.' })`.",
  },
  answer_value_lost: {
    severity: 'warning',
    title: 'Value lost in the answer',
    cause:
      'A handler answered with an invalid `Date`, of which JSON makes null, or with a function, which JSON leaves out. The caller got the answer without it.',
    fix: 'Correct the value: call the function, and check a date that is made of a text.',
  },
  answer_missing: {
    severity: 'warning',
    title: 'Handler returned nothing',
    cause:
      'A handler returned nothing, although its route declares a `response` or is a GET. The caller got 204 without a body.',
    fix: 'Return the answer. In `(call) => { … }`, and in a callback, `return` has to be written.',
  },
  column_empty: {
    severity: 'warning',
    title: 'Column without values',
    cause:
      'A screen without `.record` shows a column that is missing in every record of the list’s first answer. The name may be misspelt.',
    fix: 'Compare the name with the answer of the list. If the field is only sometimes present, declare the `response` of the list.',
  },
  fetch_in_transaction: {
    severity: 'warning',
    title: 'Request to another system in a transaction',
    cause:
      'The plugin sent an HTTP request while its transaction was open. On SQLite, nobody else can change the database until the answer has arrived.',
    fix: 'Declare the route with `transaction: false` and change the database after the answer, or send the request from a job.',
  },
  egress_refused: {
    severity: 'warning',
    title: 'Connection refused by the egress rule',
    cause:
      'The plugin tried to connect to an address that is not on the public internet: a loopback, private, link-local or reserved one. The host refused it.',
    fix: 'If the plugin has to reach it, add the host and port that the message names to the environment variable `ATRIUM_EGRESS_ALLOW` and start the host again. Otherwise find out who entered the address.',
  },
  message_failed: {
    severity: 'error',
    title: 'Message handler failed',
    cause: 'The handler of a WebSocket namespace threw an error. The client got an error frame.',
    fix: 'Correct the line that the finding names. The log has the whole error under the request id.',
  },
  job_failed: {
    severity: 'error',
    title: 'Job failed',
    cause:
      'The handler of a job threw an error or did not finish in time. The host tries the job again, with growing pauses.',
    fix: 'Correct the line that the finding names. Jobs that still have tries left then run with the corrected handler.',
  },
  job_unhandled: {
    severity: 'warning',
    title: 'Job without a handler',
    cause: 'The plugin added a job, but handles no jobs of this name. The job waits until it does.',
    fix: 'Correct the name in `jobs.add`, or handle these jobs with `jobs.handle`.',
  },
  event_failed: {
    severity: 'error',
    title: 'Event handler failed',
    cause:
      'A handler of an event threw an error, or did not finish within its time limit (10 s, unless the host’s configuration says otherwise). The host delivers the event again, with growing pauses.',
    fix: 'Correct the line that the finding names. Events that still have tries left are then delivered again.',
  },
  event_unhandled: {
    severity: 'warning',
    title: 'Event without a handler',
    cause: 'The plugin emitted an event that no plugin handles, so nothing happened.',
    fix: 'Compare the name with that in `events.on`. If other plugins may handle it, list it in `atrium.events` in package.json.',
  },
  notification_link_unknown: {
    severity: 'warning',
    title: 'Notification of an unknown screen',
    cause:
      'The plugin sent a notification whose `link` leads to no screen of an active plugin. Whoever follows it finds nothing.',
    fix: 'Compare the link with the paths of the screens: `/<panel>/<module path>/<id>`. If the screen belongs to another plugin, list that in `requires`.',
  },
  notification_permission_unknown: {
    severity: 'warning',
    title: 'Notification of holders of an unknown permission',
    cause:
      'The plugin sent a notification to those who hold a permission that no operation of an active plugin requires. So hardly anybody received it.',
    fix: 'Compare the permission with those of your routes: `<plugin>.<list>.<verb>`, such as `clients.clients.view`. If it belongs to another plugin, list that in `requires`.',
  },
  registered_late: {
    severity: 'warning',
    title: 'Registered in a request',
    cause:
      'A handler of a route or tool calls `jobs.handle`, `events.on` or `contribute`. After each load, nothing is registered until somebody sends such a request, and each further request registers it again.',
    fix: 'Call it once, in `setup`.',
  },
  timer_hurried: {
    severity: 'warning',
    title: 'Timer repeated very often',
    cause: 'A timer of `every` repeats more than ten times a second. `every` takes milliseconds.',
    fix: 'Write `every(60_000, …)` for once a minute.',
  },
  timer_failed: {
    severity: 'error',
    title: 'Timer failed',
    cause:
      'A function given to `every` or `after` threw an error. A repeated timer continues. A failure because the database was busy is only logged.',
    fix: 'Correct the line that the finding names.',
  },
  uncaught_error: {
    severity: 'error',
    title: 'Uncaught error',
    cause: 'A timer, an event emitter or a promise that is not awaited failed, and no code caught the error.',
    fix: 'Catch the error there, await the promise, or listen for `error`.',
  },
  exit_refused: {
    severity: 'error',
    title: 'End of the process refused',
    cause:
      'The plugin called `process.exit`, `process.abort` or `process.kill` for the host’s own process, or set `process.exitCode`. That threw an error.',
    fix: 'Throw an error instead. Only the host decides when the process ends.',
  },
  host_blocked: {
    severity: 'error',
    title: 'Host blocked',
    cause:
      'Code of the plugin ran without a pause for longer than `ATRIUM_BLOCKED_SECONDS`, or writing one of its answers took longer than a second, so the host could not answer any request.',
    fix: 'Look for an endless loop or large synchronous work at this line. Divide the work, or move it to a worker thread.',
  },
  element_failed: {
    severity: 'error',
    title: 'Element failed in the browser',
    cause:
      'An element of the module in `atrium.elements` could not be loaded, or threw an error in the page of a person. The page shows a notice in its place, and the rest of the screen works.',
    fix: 'Open the screen and look at the console of the browser, which has the error.',
  },
  error_budget_spent: {
    severity: 'error',
    title: 'Error budget spent',
    cause:
      'More requests of the plugin failed within a minute than `ATRIUM_ERROR_BUDGET` allows. Its requests are answered 503 for a while.',
    fix: 'Correct what fails; the other findings name it. The host tries one request after each pause and resumes if it succeeds.',
  },
  condition_broken: {
    severity: 'warning',
    title: 'Condition of a role cannot be applied',
    cause:
      'A role limits the records of this table by a field that the record schema no longer has, or by a value of another type. People with that role see none of these records.',
    fix: 'Correct the condition of the role, or bring the field back.',
  },
  contribution_failed: {
    severity: 'error',
    title: 'Contribution failed',
    cause: 'The plugin’s contribution to another plugin threw an error or took too long, so it was left out.',
    fix: 'Correct the line that the finding names. Contributions have 2 s.',
  },
})
