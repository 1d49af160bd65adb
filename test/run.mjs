// `npm test` installs what is missing, then runs the checks beside all tests. It prints the slowest files, and last the counts.
// `npm test -- <file>…` runs these files alone and shows their titles; options such as `--grep` go to mocha.
// `npm test -- --only=checks` builds and checks without testing, and `--only=tests` builds and tests without checking.
// `npm test -- --compile=sqlite3` first runs the install script of sqlite3, beside all that does not need it, after `npm ci --ignore-scripts`.
// `npm test -- --second-node=/path/to/node` also runs what may depend on the version of Node with that one, as CI does.
import { installPackages } from '../host/launch/install-packages.mjs'
import { launch } from '../host/launch/launch.mjs'
import { root } from '../host/launch/root.mjs'
import { total } from './runner/outcome.mjs'
import { runAll } from './runner/run-all.mjs'
import { runChosen } from './runner/run-chosen.mjs'
import { keepTemporaryFilesInMemory } from './runner/temporary-files.mjs'

const args = process.argv.slice(2)
const secondNode = valueOf('--second-node=')
const only = valueOf('--only=')
const compile = valueOf('--compile=')
const chosen = args.filter((argument) => !/^--(?:second-node|only|compile)=/.test(argument))

await launch(() => installPackages(root), test)

/** @param {string} option */
function valueOf(option) {
  return args.find((argument) => argument.startsWith(option))?.slice(option.length)
}

async function test() {
  keepTemporaryFilesInMemory()
  const outcomes = chosen.length > 0 ? await runChosen(chosen) : await runAll({ secondNode, only, compile })
  const { passed, failed } = total(outcomes)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
