import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { atLeast, type Finding } from '../finding.ts'
import { makeCopy } from '../mutants/make-copy.ts'
import type { Mutant } from '../mutants/instrument.ts'
import { whyEquivalent } from '../mutants/equivalent.ts'
import type { Fate } from '../mutants/try-mutants.ts'

/** Who may do what, and the enforcement of it. */
const SOURCES = [
  ...[
    'grants',
    'identity',
    'explain',
    'preview',
    'granting',
    'tokens',
    'authenticate',
    'session-cache',
    'sessions',
  ].map((name) => `host/core/auth/${name}.ts`),
  ...['authority', 'holders', 'resume', 'compare-grants'].map((name) => `host/core/auth/${name}.ts`),
  ...['perform', 'request', 'preview'].map((name) => `host/core/operations/${name}.ts`),
  ...['scope', 'scoped-rows', 'field-access', 'withheld-fields', 'withhold'].map((name) => `sdk/records/${name}.ts`),
]

/** Those that say who may do what. */
const TESTS = [
  ...['grants', 'principal', 'explain', 'granting', 'compare-grants'].map(
    (name) => `test/host/core/auth/${name}.test.ts`,
  ),
  ...[
    'roles',
    'people',
    'preview',
    'api-token',
    'session',
    'sessions',
    'session-cache',
    'authority',
    'resumed-caller',
  ].map((name) => `test/host/core/auth/${name}.test.ts`),
  ...['request', 'perform', 'perform-duties', 'roles', 'withheld', 'create-call', 'idempotency', 'csv', 'bulk'].map(
    (name) => `test/host/core/operations/${name}.test.ts`,
  ),
  ...['access', 'plans', 'history', 'role-limits'].map((name) => `test/host/platform/${name}.test.ts`),
  ...['withhold', 'field-access', 'table-store'].map((name) => `test/sdk/records/${name}.test.ts`),
  ...['every-door', 'generated-doors', 'explain', 'limits'].map((name) => `test/contract/roles/${name}.test.ts`),
  ...['preview/preview', 'authority'].map((name) => `test/contract/${name}.test.ts`),
]

/**
 * Makes one mistake after the other in the code that decides who may do what, and runs the tests that come by the place, until one fails.
 * `ATRIUM_MUTANTS=grants,explain` tries only the files with these names, `ATRIUM_MUTANTS_EVERY=3` only every third mistake, and
 * `ATRIUM_MUTANTS_AT=tokens:75,perform:118` only those at these lines, as a former run names the survivors;
 * `ATRIUM_MUTANTS_TESTS=auth/grants,perform` runs only the tests whose paths contain one of these.
 */
export async function mutants(): Promise<Finding[]> {
  const names = process.env.ATRIUM_MUTANTS?.split(',')
  const sources = SOURCES.filter((file) => names === undefined || names.includes(path.basename(file, '.ts')))
  const every = Number(process.env.ATRIUM_MUTANTS_EVERY ?? 1)
  const { directory, mutants: all } = await makeCopy(sources)
  const at = process.env.ATRIUM_MUTANTS_AT?.split(',')
  const isAt = ({ file, line }: Mutant) => at?.includes(`${path.basename(file, '.ts')}:${line}`) ?? true
  const copy = { directory, mutants: all.filter((each) => each.id % every === 0 && isAt(each)) }
  try {
    const fates = await tryAll(copy)
    const survivors = fates.filter(({ by }) => by === undefined)
    for (const { mutant, isReached } of survivors) {
      const why = whyEquivalent(mutant)
      const kind = why === undefined ? (isReached ? 'survived' : 'survived, not reached') : 'changes nothing'
      console.log(`${kind}: ${mutant.file}:${mutant.line} ${mutant.what}${why === undefined ? '' : ` (${why})`}`)
    }
    const same = survivors.filter(({ mutant }) => whyEquivalent(mutant) !== undefined).length
    const changing = fates.length - same
    const share = (100 * (fates.length - survivors.length)) / Math.max(1, changing)
    const measure = `mistakes that a test notices, of ${changing}`
    return [atLeast(measure, share, { wanted: 95, unit: '%', digits: 1, note: `${same} more change nothing` })]
  } finally {
    await rm(copy.directory, { recursive: true, force: true })
  }
}

async function tryAll({ directory, mutants: all }: Awaited<ReturnType<typeof makeCopy>>): Promise<readonly Fate[]> {
  const [list, fates] = [path.join(directory, 'mutants.json'), path.join(directory, 'fates.json')]
  await writeFile(list, JSON.stringify(all))
  const script = path.join(directory, 'test/bench/mutants/try-mutants.ts')
  const flags = ['--conditions=atrium-source', '--import', 'tsx', '--no-experimental-require-module']
  const chosen = process.env.ATRIUM_MUTANTS_TESTS?.split(',')
  const files = TESTS.filter((file) => chosen?.some((part) => file.includes(part)) ?? true)
  const paths = files.map((file) => path.join(directory, file))
  let done: readonly Fate[] = []
  while (done.length < all.length) {
    const child = spawn(process.execPath, [...flags, script, list, fates, ...paths], {
      cwd: directory,
      env: { ...process.env, ATRIUM_ROLES: process.env.ATRIUM_ROLES ?? '4' },
      stdio: 'inherit',
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`The tests ended with ${code} after ${done.length} of ${all.length} mistakes.`)
    done = JSON.parse(await readFile(fates, 'utf8')) as Fate[]
  }
  return done
}
