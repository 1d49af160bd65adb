import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../start-atrium.ts'
import { instrument, type Mutant } from './instrument.ts'

/** A copy of the sources with every mistake in it. */
export interface Copy {
  readonly directory: string
  readonly mutants: readonly Mutant[]
}

/** Copies host, SDK and tests to a temporary directory, and writes the mistakes into some of the files. */
export async function makeCopy(files: readonly string[]): Promise<Copy> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atrium-mutants-'))
  const filter = (from: string) => !/\/(node_modules|dist|\.git)$/.test(from)
  for (const name of ['host', 'sdk', 'test', 'plugins', 'package.json', 'tsconfig.json'])
    await cp(path.join(ROOT, name), path.join(directory, name), { recursive: true, filter })
  await linkPackages(directory)
  const mutants: Mutant[] = []
  for (const file of files) {
    const source = await readFile(path.join(ROOT, file), 'utf8')
    const { text, mutants: found } = instrument(file, source, mutants.length + 1)
    mutants.push(...found)
    await writeFile(path.join(directory, file), text)
  }
  return { directory, mutants }
}

/** The packages of others are linked; those of this repository are the copies. */
async function linkPackages(directory: string): Promise<void> {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules')]
  await mkdir(path.join(to, '@atrium'), { recursive: true })
  for (const name of await readdir(from))
    if (name !== '@atrium') await symlink(path.join(from, name), path.join(to, name))
  await symlink(path.join(directory, 'host'), path.join(to, '@atrium/host'))
  await symlink(path.join(directory, 'sdk'), path.join(to, '@atrium/sdk'))
}
