const { writeFileSync } = require('node:fs')
const { reporters } = require('mocha')

const SECONDS_TO_END = 5

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * A mocha reporter that prints as `spec` does, or failures only (`show=failures`), and keeps Counts in the file of the
 * option `counts`, as JSON. CommonJS, because mocha loads reporters with `require`.
 */
class CountingReporter {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} options
   */
  constructor(runner, options) {
    /** @type {{ counts: string, show: string }} */
    const { counts, show } = options.reporterOptions
    const printer = show === 'failures' ? new reporters.Base(runner, options) : new reporters.Spec(runner, options)
    /** @param {Partial<Counts>} more */
    const write = (more) => {
      const { passes: passed, failures: failed } = printer.stats
      writeFileSync(counts, JSON.stringify({ passed, failed, ...more }))
    }

    runner.on('test', (test) => write({ running: test.fullTitle() }))
    runner.once('end', () => {
      if (show === 'failures') printer.epilogue()
      write({})
      expectTheProcessToEnd((stillOpen) => write({ stillOpen }))
    })
  }
}

/**
 * A server, timer or child that a test forgot keeps the process alive. That it is ended here is told in a file, because
 * mocha sets the exit code to the number of failed tests at the very end.
 *
 * @param {(stillOpen: string) => void} tell
 */
function expectTheProcessToEnd(tell) {
  const timer = setTimeout(() => {
    tell(process.getActiveResourcesInfo().join(', '))
    process.exit()
  }, SECONDS_TO_END * 1000)
  timer.unref()
}

module.exports = CountingReporter
