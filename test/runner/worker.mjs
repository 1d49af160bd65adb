// A process that runs test files, each with a mocha of its own, as its parent (test-worker.mjs) asks for them.
import { format } from 'node:util'
import Mocha from 'mocha'
import { lookupFiles } from 'mocha/lib/cli/lookup-files.js'
import { loadOptions } from 'mocha/lib/cli/options.cjs'
import { mochaHooks } from '../helpers/at-end.ts'
import { keepUnhandledRejections, takeUnhandledRejections } from '../helpers/unhandled-rejections.ts'

const SECONDS_TO_END = 5
const showsTitles = process.argv.includes('--titles')

process.on('message', (/** @type {string[] | 'end'} */ message) => {
  if (message === 'end') end()
  else void run(message).then(noteOpen(message[0])).then(tell)
})

process.once('disconnect', () => process.exit())

/**
 * By kind of resource that is open, the file after which it was first seen.
 *
 * @type {Map<string, string | undefined>}
 */
const openSince = new Map()
/** @type {string | undefined} */
let lastFile

let running = 'any test'
keepUnhandledRejections(() => running)

/** @param {import('./outcome.mjs').Message} message */
function tell(message) {
  process.send?.(message)
}

/**
 * @param {string[]} args  Files, patterns and options of mocha.
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function run(args) {
  /** @type {string[]} */
  const printed = []
  if (!showsTitles)
    Mocha.reporters.Base.consoleLog = (/** @type {unknown[]} */ ...values) => void printed.push(format(...values))
  try {
    const { passed, failed, isFiltered } = await runMocha(args)
    // Node tells the rejections of a turn of its event loop at the end of the turn.
    await new Promise(setImmediate)
    const rejections = takeUnhandledRejections()
    if (passed + failed === 0 && !isFiltered) return { passed, failed: 1, output: 'No test was run.' }
    return { passed, failed: failed + rejections.length, output: [...printed, ...rejections].join('\n') }
  } catch (error) {
    return { passed: 0, failed: 1, output: format(error) }
  }
}

/** @param {string[]} args */
async function runMocha(args) {
  const { _: patterns = [], reporter, ...options } = loadOptions(args)
  const mocha = new Mocha({ ...options, reporter: showsTitles ? 'spec' : FailureReporter, rootHooks: mochaHooks })
  for (const pattern of patterns)
    [lookupFiles(pattern, options.extension, true)].flat().forEach((file) => mocha.addFile(file))
  await mocha.loadFilesAsync()
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0 } = runner.stats ?? {}
      // Each runner listens for unhandled rejections until then, and passes them on to all others: n files would cause n! calls.
      mocha.dispose()
      resolve({ passed: passes, failed: failures, isFiltered: options.grep !== undefined })
    })
    runner.on('test', (test) => {
      running = test.fullTitle()
      tell({ running })
    })
  })
}

class FailureReporter extends Mocha.reporters.Base {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options)
    runner.once('end', () => this.epilogue())
  }
}

/**
 * Passes on an outcome, and notes what is open after this file.
 *
 * @param {string | undefined} file
 */
function noteOpen(file) {
  return (/** @type {import('./outcome.mjs').Outcome} */ outcome) => {
    lastFile = file
    const kinds = new Set(process.getActiveResourcesInfo())
    for (const kind of openSince.keys()) if (!kinds.has(kind)) openSince.delete(kind)
    for (const kind of kinds) if (!openSince.has(kind)) openSince.set(kind, file)
    return outcome
  }
}

/** Nothing keeps this process alive now but what a test forgot: a server, a timer, a child. */
function end() {
  process.once('exit', failForRejections)
  process.removeAllListeners('disconnect')
  process.disconnect()
  setTimeout(() => {
    const open = [...new Set(process.getActiveResourcesInfo())].map(
      (kind) => `${kind} (${openSince.has(kind) ? `since ${openSince.get(kind)}` : `opened after ${lastFile}`})`,
    )
    console.error(`A test left something open that kept the process alive: ${open.join(', ')}`)
    process.exit(1)
  }, SECONDS_TO_END * 1000).unref()
}

/** Fails for what rejected after the outcome of the last file. */
function failForRejections() {
  const rejections = takeUnhandledRejections()
  if (rejections.length === 0) return
  console.error(rejections.join('\n'))
  process.exitCode = 1
}
