const { writeFileSync } = require('node:fs')
const { reporters } = require('mocha')

const SECONDS_TO_END = 20

/**
 * A mocha reporter that prints as `spec` does, or failures only (`show=failures`), and writes `{ passed, failed }` as JSON
 * to the file of the option `counts`. CommonJS, because mocha loads reporters with `require`.
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
      const { passes, failures } = printer.stats
      writeFileSync(counts, JSON.stringify({ passed: passes, failed: failures }))
      expectTheProcessToEnd()
    })
  }
}

/** A server, timer or child that a test forgot keeps the process alive: end it, and say what is still open. */
function expectTheProcessToEnd() {
  const timer = setTimeout(() => {
    console.log(`Still open ${SECONDS_TO_END} s after the last test: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, SECONDS_TO_END * 1000)
  timer.unref()
}

module.exports = CountingReporter
