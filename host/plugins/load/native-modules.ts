import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OnResolveArgs, OnResolveResult, PartialMessage, Plugin, PluginBuild, ResolveResult } from 'esbuild'
import { lateImport } from '../../base/lifetime/index.ts'
import type { SeenImport } from './bundle-inputs.ts'
import { isDependencyFile, isInside } from './own-sources.ts'
import { noteImport, type StalePackage } from './stale-packages.ts'
import type { ModuleNamespace, SharedModules } from './shared-modules.ts'

/** Marks a resolution that this esbuild plugin requests itself, to avoid recursion. */
const asked = Symbol('asked')
const NATIVE = 'native'

/** Whether an input of a build is a file rather than a stub. */
export const isFile = (input: string) => !input.startsWith(`${NATIVE}:`)

/** The modules that the bundle imports from outside: namespaces by specifier or URL, filled while bundling. */
export type NativeModules = Record<string, ModuleNamespace>

/**
 * esbuild plugin that keeps dependencies out of the bundle. A static import of one becomes a stub module with the names of the real
 * namespace, imported now: exact ESM semantics, and a missing export is a build error. A dynamic import stays lazy, with an absolute URL;
 * if it cannot be resolved, it is left alone, so that an optional import may be tried. `require` gets a path.
 */
export function keepNative({
  directory,
  shared,
  natives,
  stale,
  imports,
}: {
  directory: string
  shared: SharedModules
  natives: NativeModules
  /** Filled with the imports that have to be resolved. */
  imports: SeenImport[]
  /** Filled with packages that were upgraded after they were imported. */
  stale: StalePackage[]
}): Plugin {
  return {
    name: 'native-modules',
    setup(build) {
      build.onResolve({ filter: /\.node$/ }, ({ resolveDir, path: file }) => {
        return /^\.{0,2}\//.test(file) ? { path: path.resolve(resolveDir, file), external: true } : undefined
      })
      build.onResolve({ filter: /^(?:\.{0,2}\/|\.{1,2}$)/ }, ({ path: specifier, resolveDir }) => {
        imports.push({ specifier, folder: resolveDir })
        return /^\.\.?\//.test(specifier) ? refuseForeign(path.resolve(resolveDir, specifier), directory) : undefined
      })
      build.onResolve({ filter: /^[^./]/ }, (args) =>
        resolveBare(build, args, { directory, shared, natives, stale, imports }),
      )
      build.onLoad({ filter: /.*/, namespace: NATIVE }, async ({ path: id, pluginData }) => {
        const { specifier } = pluginData as StubOrigin
        const loading = natives[id] ?? lateImport(id)
        return (await keep(natives, id, { loading, specifier })) ?? { contents: stubOf(id, natives[id]!) }
      })
    },
  }
}

/** The specifier as the author wrote it, for messages. */
interface StubOrigin {
  specifier: string
}

/** The host, the shell, and the entry of the SDK through which the host reads plugins' declarations. */
const NOT_FOR_PLUGINS = /^@atrium\/(?:host|shell|sdk\/host)(?:\/|$)/

interface BareImports {
  readonly directory: string
  readonly shared: SharedModules
  readonly natives: NativeModules
  readonly stale: StalePackage[]
  readonly imports: SeenImport[]
}

async function resolveBare(
  build: PluginBuild,
  args: OnResolveArgs,
  { directory, shared, natives, stale, imports }: BareImports,
): Promise<OnResolveResult | undefined> {
  const { path: specifier, kind, importer, resolveDir } = args
  if (args.pluginData === asked || path.isAbsolute(specifier)) return undefined
  if (NOT_FOR_PLUGINS.test(specifier)) return { errors: [{ text: `A plugin may not import [${specifier}]` }] }
  const isRequire = kind.startsWith('require')
  const stub = { namespace: NATIVE, pluginData: { specifier } satisfies StubOrigin }
  const given = shared(specifier)
  if (given) {
    const failed = await keep(natives, specifier, { loading: given, specifier })
    return failed ?? (isRequire ? { path: specifier, external: true } : { path: specifier, ...stub })
  }
  const found = await build.resolve(specifier, { kind, importer, resolveDir, pluginData: asked })
  const isFound = found.errors.length === 0 && path.isAbsolute(found.path)
  const isLoaded = isFound && kind !== 'dynamic-import' && isDependency(found, directory)
  if (!isBuiltin(specifier))
    imports.push({ specifier, folder: resolveDir, found: isFound ? found.path : undefined, isLoaded })
  if (found.errors.length > 0) return kind === 'import-statement' ? found : { path: specifier, external: true }
  if (!isDependency(found, directory)) return (await refuseForeign(found.path, directory)) ?? found
  if (kind !== 'dynamic-import') stale.push(...[await noteImport(found.path)].filter((each) => each !== undefined))
  if (isRequire) return { path: found.path, external: true }
  const url = path.isAbsolute(found.path) ? pathToFileURL(found.path).href : found.path
  return kind === 'dynamic-import' ? { path: url, external: true } : { path: url, ...stub }
}
/** Waits for a module. If it throws, the error is reported at the author's import. */
async function keep(
  natives: NativeModules,
  id: string,
  { loading, specifier }: { loading: ModuleNamespace | Promise<ModuleNamespace>; specifier: string },
): Promise<{ errors: PartialMessage[] } | undefined> {
  try {
    natives[id] = await loading
    return undefined
  } catch (error) {
    return { errors: [{ text: `Importing "${specifier}" failed: ${String(error)}`, detail: error }] }
  }
}

/**
 * Redirects the dynamic imports that stay in a bundle to `lateImport`, through the parameter `$later`. The name is as long as `import`, so
 * that the columns of the source map stay correct.
 */
export const withLateImports = (code: string) => code.replaceAll(/\bimport(?=\("file:\/\/)/g, '$$later')

/** Refuses the source of another plugin: the nearest package.json above the file determines its owner. Undefined if it may be imported. */
export async function refuseForeign(file: string, directory: string): Promise<OnResolveResult | undefined> {
  if (isInside(file, directory)) return undefined
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const [, id] = /"atrium"\s*:\s*\{[^}]*?"id"\s*:\s*"([^"]+)"/.exec(text) ?? []
    return id === undefined || isInside(directory, folder)
      ? undefined
      : { errors: [{ text: `A plugin may not import the source of the plugin [${id}]` }] }
  }
  return undefined
}

/** JSON is always bundled: an `import()` of it would need the attributes that esbuild has removed. */
function isDependency({ path: file, external, namespace }: ResolveResult, directory: string): boolean {
  if (external || isBuiltin(file)) return true
  if (namespace !== 'file' || file.endsWith('.json')) return false
  return isDependencyFile(file, directory)
}

/** The names of a module that bundles can use. */
export const stubbedNames = (namespace: ModuleNamespace): string[] =>
  Object.keys(namespace).filter((name) => name !== 'module.exports')

/** Errors of Node name the variable, so an author reads `Type.Date is not a function`. Keywords cannot be variables. */
const variableFor = (name: string, index: number) => (/^[A-Z]\w*$/.test(name) ? name : `$${index}`)

function stubOf(id: string, namespace: ModuleNamespace): string {
  const exports = stubbedNames(namespace).map((name, index) => {
    const [variable, quoted] = [variableFor(name, index), JSON.stringify(name)]
    return `const ${variable} = $native[${quoted}]; export { ${variable} as ${quoted} };`
  })
  return `const $native = __plugin_host.natives[${JSON.stringify(id)}];${exports.join('')}`
}
