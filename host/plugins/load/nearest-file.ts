import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { nearest_name } from '@atrium/sdk'

/**
 * The relative import that was probably meant: each segment that does not exist is replaced by the one whose name is nearest.
 * @param specifier as the author wrote it: `../Vans/van.ts`
 * @param folder of the importing file
 * @returns undefined if nothing is near
 */
export async function nearestFile(specifier: string, folder: string): Promise<string | undefined> {
  const segments = specifier.split('/')
  const meant: string[] = []
  for (const [at, segment] of segments.entries()) {
    const found = isDots(segment)
      ? segment
      : await nearestEntry(path.join(folder, ...meant), segment, { isFile: at === segments.length - 1 })
    if (found === undefined) return undefined
    meant.push(found)
  }
  return meant.join('/') === specifier ? undefined : meant.join('/')
}

const isDots = (segment: string) => segment === '.' || segment === '..'

async function nearestEntry(
  folder: string,
  name: string,
  { isFile }: { isFile: boolean },
): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile() === isFile).map((entry) => entry.name)
  if (names.includes(name)) return name
  const { name: stem, ext } = path.parse(name)
  const alike = names.find((each) => each.toLowerCase() === name.toLowerCase())
  if (alike !== undefined || !isFile) return alike ?? nearest_name(name, names)
  // Without the extension, whose letters would count as equal: `car.ts` is not near `van.ts`.
  const byStem = new Map(names.map((each) => [path.parse(each).name, each] as const))
  const near = nearest_name(stem, byStem.keys())
  const found = near === undefined ? undefined : byStem.get(near)
  return found !== undefined && isSameKind(ext, path.extname(found)) ? found : undefined
}

/** A path without an extension, or one ending in `.js`, may lead to a file in TypeScript. */
const isSameKind = (asked: string, found: string) =>
  SCRIPTS.includes(found) ? asked === '' || SCRIPTS.includes(asked) : asked === found

const SCRIPTS = ['.ts', '.js', '.mts', '.mjs', '.cts', '.cjs']
