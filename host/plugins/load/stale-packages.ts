import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { pointer_to } from '@atrium/sdk/host'
import { diagnose } from '../../base/errors/index.ts'
import { packagePlace } from '../manifest/package-place.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'

/** A package that was upgraded on disk after this process had imported it. Node keeps using the imported version. */
export interface StalePackage {
  readonly name: string
  readonly running: string
  readonly installed: string
}

/** The version of each package when this process first imported it, by its folder. */
const running = new Map<string, string>()

/** Records the package that a file is imported from. Returns it if a different version is running. */
export async function noteImport(file: string): Promise<StalePackage | undefined> {
  const [folder, name] = packageOf(file)
  if (folder === undefined || name === undefined) return undefined
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => undefined)
  const [, installed] = /"version"\s*:\s*"([^"]+)"/.exec(text ?? '') ?? []
  if (installed === undefined) return undefined
  const first = running.get(folder) ?? installed
  running.set(folder, first)
  return first === installed ? undefined : { name, running: first, installed }
}

/** `…/node_modules/@acme/paint/src/index.js` → the folder of `@acme/paint`, and its name. */
function packageOf(file: string): [folder?: string, name?: string] {
  const [, folder, name] = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(file) ?? []
  return [folder, name?.replaceAll('\\', '/')]
}

/** The warnings about a plugin's packages, each at its line of package.json. */
export const staleDiagnostics = (stale: readonly StalePackage[], manifest: PluginManifest): Diagnostic[] =>
  stale.map(({ name, running: old, installed }) =>
    diagnose('dependency_stale', {
      message: `The package [${name}] is installed in the version [${installed}], but the host still runs [${old}].`,
      where: packagePlace(manifest, pointer_to('dependencies', name)),
    }),
  )
