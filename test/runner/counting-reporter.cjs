const { writeFileSync } = require('node:fs')
const { reporters } = require('mocha')

const SECONDS_TO_END = 5

/**
 * A mocha reporter that prints as `spec` does, or failures only (`show=failures`), and writes `{ passed, failed }` as
 * JSON to the file of the option `counts`. CommonJS, because mocha loads reporters with `require`.
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
    runner.once('end', () => {
      if (show === 'failures') printer.epilogue()
      const { passes: passed, failures: failed } = printer.stats
      write(counts, passed, failed)
      expectTheProcessToEnd(() => write(counts, passed, failed + 1))
    })
  }
}

/**
 * @param {string} file
 * @param {number} passed
 * @param {number} failed
 */
function write(file, passed, failed) {
  writeFileSync(file, JSON.stringify({ passed, failed }))
}

/**
 * A server, timer or child that a test forgot keeps the process alive: that is a failure, whose cause is told. The exit
 * code cannot tell it, for mocha sets it to the number of failed tests at the very end.
 *
 * @param {() => void} fail
 */
function expectTheProcessToEnd(fail) {
  const timer = setTimeout(() => {
    console.log(`Still open ${SECONDS_TO_END} s after the last test: ${process.getActiveResourcesInfo().join(', ')}`)
    fail()
    process.exit()
  }, SECONDS_TO_END * 1000)
  timer.unref()
}

module.exports = CountingReporter
