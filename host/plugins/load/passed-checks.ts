import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashOf } from './bundle-inputs.ts'
import { hostIdentity } from './stored-bundles.ts'

/** What was checked, for which plugin. */
export interface CheckedThing {
  readonly check: string
  readonly owner: string
  /** Everything that determines the result, apart from the host's own code. Is compared as JSON. */
  readonly inputs: unknown
}

let folder: string | undefined
/** The checks that this process has run or left out: only the first of each uses the folder, because later ones follow changes. */
let done = new Set<string>()

/** From now on this process stores which checks have found nothing, and leaves these out. */
export function storePassedChecks(place: string | undefined): void {
  folder = place
  done = new Set()
}

/** Runs a check, unless it is stored that the same check of the same inputs by this version of the host has found nothing. */
export function unlessPassed<Found>(thing: CheckedThing, run: () => readonly Found[]): readonly Found[] {
  const { check, owner, inputs } = thing
  const name = `${owner}.${check}`
  if (folder === undefined || done.has(name)) return run()
  done.add(name)
  const file = path.join(folder, `${name}.passed`)
  const hash = hashOf(JSON.stringify([hostIdentity(), inputs]))
  if (isStored(file, hash)) return []
  const found = run()
  if (found.length === 0) store(file, hash)
  return found
}

function isStored(file: string, hash: string): boolean {
  try {
    return readFileSync(file, 'utf8') === hash
  } catch {
    return false
  }
}

/** Never fails: a check that cannot be stored runs again at the next start. So does one whose file was written in part. */
function store(file: string, hash: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, hash, { mode: 0o600 })
  } catch {
    // Read again at the next start.
  }
}
