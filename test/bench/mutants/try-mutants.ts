// Runs in the copy of the sources that has all mistakes in it: the tests once without any, then for each mistake those that reach it. A mistake may leave
// a wrong value in a cache of the process, by which later ones would seem to be noticed: this script then ends, and is started again for the rest.
import Mocha from 'mocha'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mochaHooks } from '../../helpers/at-end.ts'
import type { Mutant } from './instrument.ts'

/** What became of a mistake. */
export interface Fate {
  readonly mutant: Mutant
  /** The test that failed; undefined: none did. */
  readonly by: string | undefined
  /** Whether a test came by the place at all. */
  readonly isReached: boolean
}

const switches = globalThis as unknown as {
  __is: (id: number) => boolean
  __not: (isOn: boolean, value: unknown) => unknown
  __cache: (make: () => object) => object
}
let active = 0
let reached = new Set<number>()
switches.__is = (id) => {
  reached.add(id)
  return id === active
}
switches.__not = (isOn, value) => (isOn ? !value : value)

/** Empties the caches of the modules. */
const empty: (() => void)[] = []
switches.__cache = (make) => {
  let present = make() as Record<PropertyKey, unknown>
  empty.push(() => (present = make() as typeof present))
  const get = (_: object, name: PropertyKey) => {
    const member = present[name]
    return typeof member === 'function' ? (member.bind(present) as unknown) : member
  }
  return new Proxy({}, { get })
}

const [list = '', fates = '', ...files] = process.argv.slice(2)
const mutants = JSON.parse(readFileSync(list, 'utf8')) as Mutant[]

interface TestFile {
  readonly file: string
  readonly mocha: Mocha
  readonly reaches: ReadonlySet<number>
  readonly milliseconds: number
}

const tests: TestFile[] = []
for (const file of files) tests.push(await firstRun(file))
tests.sort((one, other) => one.milliseconds - other.milliseconds)

const done: Fate[] = existsSync(fates) ? (JSON.parse(readFileSync(fates, 'utf8')) as Fate[]) : []
let isFresh = true
for (const mutant of mutants.slice(done.length)) {
  const { fate, isClean } = await fateOf(mutant)
  if (!isClean && !isFresh) break
  done.push(fate)
  writeFileSync(fates, JSON.stringify(done))
  console.log(
    `${done.length}/${mutants.length} ${fate.by === undefined ? 'SURVIVED' : 'killed'} ${mutant.file}:${mutant.line} ${mutant.what} ${fate.by ?? ''}`,
  )
  if (!isClean) break
  isFresh = false
}
process.exit(0)

async function firstRun(file: string): Promise<TestFile> {
  const mocha = new Mocha({ timeout: 60_000, bail: true, rootHooks: mochaHooks })
  mocha.reporter(class {} as never)
  mocha.cleanReferencesAfterRun(false)
  // PostgreSQL differs in how conditions become SQL, not in who may do what.
  mocha.grep(/on postgres|on prebuilt|The walk through/).invert()
  mocha.addFile(file)
  await mocha.loadFilesAsync()
  reached = new Set()
  const begin = performance.now()
  // A busy machine may fail a test once.
  const failed = (await run(mocha)) && (await run(mocha))
  if (failed !== undefined) throw new Error(`Without a mistake, ${file} fails: ${failed}`)
  const milliseconds = performance.now() - begin
  console.log(`${file}: ${reached.size} places in ${Math.round(milliseconds)} ms`)
  return { file, mocha, reaches: reached, milliseconds }
}

function run(mocha: Mocha): Promise<string | undefined> {
  let failed: string | undefined
  for (const each of empty) each()
  return new Promise((resolve) => {
    mocha
      .run(() => resolve(failed))
      .on(
        'fail',
        (test: { fullTitle(): string }, error: Error) =>
          (failed ??= `${test.fullTitle()}: ${error.message.slice(0, 80)}`),
      )
  })
}

/** `isClean`: whether the test that noticed the mistake passes again without it. */
async function fateOf(mutant: Mutant): Promise<{ fate: Fate; isClean: boolean }> {
  const reaching = tests.filter(({ reaches }) => reaches.has(mutant.id))
  for (const { mocha } of reaching) {
    active = mutant.id
    const by = await run(mocha)
    active = 0
    if (by === undefined) continue
    const isClean = (await run(mocha)) === undefined || (await run(mocha)) === undefined
    return { fate: { mutant, by: by.replaceAll(/\s+/g, ' '), isReached: true }, isClean }
  }
  return { fate: { mutant, by: undefined, isReached: reaching.length > 0 }, isClean: true }
}
