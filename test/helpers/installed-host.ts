import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../host/launch/root.mjs'

const execute = promisify(execFile)

interface Locked {
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

/**
 * Installs `@atrium/host` and `@atrium/sdk` in an empty folder as `npm install <two tarballs>` does: what `npm pack` makes of each, and
 * beside them copies of the packages that they need to run, as locked. So no registry is asked.
 */
export async function installHost(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@atrium'), { recursive: true })
  await Promise.all(['host', 'sdk'].map((name) => unpack(name, modules)))
  for (const place of neededPlaces())
    copyPackage(place, join(folder, place.replace(/^host\//, 'node_modules/@atrium/host/')))
}

async function unpack(name: string, modules: string): Promise<void> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', modules]
  const npm = process.env['npm_execpath']
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { stdout } = await execute(command, [...first, ...args], { cwd: join(root, name), maxBuffer: 10_000_000 })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  const into = join(modules, '@atrium', `${name}.unpacked`)
  mkdirSync(into)
  await execute('tar', ['-xzf', join(modules, filename), '-C', into])
  rmSync(join(modules, filename))
  renameSync(join(into, 'package'), join(modules, '@atrium', name))
  rmdirSync(into)
}

/** The folders of all packages that the host and the SDK need to run, relative to the repository. */
function neededPlaces(): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Set<string>()
  const follow = (from: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placesOf(name, from).find((each) => packages[each] !== undefined)
      if (place === undefined || name.startsWith('@atrium/') || found.has(place)) continue
      found.add(place)
      follow(place)
    }
  }
  for (const each of ['host', 'sdk']) follow(each)
  return found
}

/** Where Node looks for a package that another one imports: below its own folder first, then outwards. */
function placesOf(name: string, from: string): string[] {
  const outer = from.slice(0, Math.max(from.lastIndexOf('node_modules/') - 1, 0))
  return [join(from, 'node_modules', name), ...(from === '' ? [] : placesOf(name, outer))]
}

/** Optional packages for other systems are locked, but not installed. Nested packages are copied if they are needed. */
function copyPackage(place: string, target: string): void {
  const source = join(root, place)
  if (!existsSync(source)) return
  cpSync(source, target, { recursive: true, filter: (file) => file === source || !file.endsWith('/node_modules') })
}

/**
 * The megabytes of all files below a folder. Two things are left out, which npm does not leave: what the compiler needs where SQLite is
 * compiled, and the second name of esbuild's program.
 */
export function megabytesOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const kept = files.filter((file) => !/sqlite3.build.(?!Release.node_sqlite3)|node_modules.esbuild.bin/.test(file))
  return kept.reduce((sum, file) => sum + lstatSync(file).blocks * BLOCK, 0) / 2 ** 20
}

/** Bytes, as `stat` counts them. */
const BLOCK = 512

/** Takes the right to write from all files and folders below a folder, and from itself; or gives it back to their owner. */
export function setWritable(folder: string, isWritable: boolean): void {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  for (const file of [folder, ...below]) {
    const stats = lstatSync(file)
    if (!stats.isSymbolicLink()) chmodSync(file, isWritable ? stats.mode | 0o200 : stats.mode & 0o555)
  }
}
