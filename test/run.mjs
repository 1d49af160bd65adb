// `npm test`: installs what is missing, then checks the sources beside running all tests; the last line counts both.
// `npm test -- <file>…` runs these files alone and shows their titles; further options go to mocha.
// `npm test -- --again` leaves out the checks and what says nothing of the version of Node, as CI does with its second version.
import { buildPackages } from '../host/launch/build-packages.mjs'
import { installPackages } from '../host/launch/install-packages.mjs'
import { launch } from '../host/launch/launch.mjs'
import { root } from '../host/launch/root.mjs'
import { checks } from './runner/checks.mjs'
import { total } from './runner/outcome.mjs'
import { runMocha } from './runner/run-mocha.mjs'
import { runSteps } from './runner/run-steps.mjs'
import { runSuite } from './runner/run-suite.mjs'
import { runsHere } from './runner/runs-here.mjs'
import { suites } from './runner/suites.mjs'

const args = process.argv.slice(2)
const files = args.filter((argument) => argument !== '--again')

await launch(() => installPackages(root), files.length > 0 ? testFiles : testAll)

async function testFiles() {
  if (files.some((file) => file.includes('test/e2e'))) await buildPackages(root)
  const outcome = await runMocha(files, { show: 'titles' })
  if (outcome.failed > 0) console.log(outcome.output.trim())
  conclude([outcome])
}

async function testAll() {
  const again = args.includes('--again')
  const here = suites.filter((suite) => runsHere(suite))
  for (const { name, node } of suites.filter((suite) => !here.includes(suite))) {
    console.log(`- ${name} needs Node ${node}, this is ${process.versions.node}: CI runs it in its second pass`)
  }
  const chosen = here.filter(({ once }) => !(once && again))
  const steps = chosen.map((suite) => ({ name: suite.name, run: () => runSuite(suite) }))
  conclude(await runSteps(again ? steps : [...steps, ...checks]))
}

/** @param {import('./runner/outcome.mjs').Outcome[]} outcomes */
function conclude(outcomes) {
  const { passed, failed } = total(outcomes)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
