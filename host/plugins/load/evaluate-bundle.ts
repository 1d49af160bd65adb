import { createRequire, Module, isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { lateImport } from '../../base/lifetime/index.ts'
import type { PluginBundle } from './plugin-bundle.ts'
import type { ModuleNamespace } from './shared-modules.ts'

/** The plugin's replacements for Node's globals and modules. */
export interface PluginGlobals {
  /** Functions that shadow the globals of the same name. */
  functions: Record<string, unknown>
  /** Replaces the global `process`. */
  process: unknown
  /** Modules by each of their specifiers. */
  modules: Record<string, ModuleNamespace>
}

/** The object that the bundle uses under the name `__plugin_host`. */
interface PluginHost extends Pick<PluginGlobals, 'process'> {
  natives: Record<string, ModuleNamespace>
  meta: typeof fileMeta
  exports: ModuleNamespace
  migrations: ModuleNamespace[]
}

export interface EvaluatedBundle extends Pick<PluginHost, 'exports' | 'migrations'> {
  /** Keeps the source map alive. While it is reachable, stacks of the generation show the author's lines. */
  module: Module
}

/** The parameters of the function a bundle is compiled to: those of a CommonJS wrapper, `$later` for its dynamic imports, and the globals it does not see. */
export function bundleParameters({ functions }: PluginGlobals): string[] {
  return ['__plugin_host', '$later', 'require', 'module', 'exports', ...Object.keys(functions)]
}

/**
 * Runs a bundle. `Module#_compile` is the only way to compile a script that Node does not cache, whose stacks are mapped, and that can be
 * collected. It is undocumented, but pirates, ts-node and many others rely on it.
 */
export async function evaluateBundle(bundle: PluginBundle, globals: PluginGlobals): Promise<EvaluatedBundle> {
  const module = new Module(bundle.filename) as Module & CompilableModule
  module.filename = bundle.filename
  module._compile(bundle.code, bundle.filename, 'commonjs')
  const { process } = globals
  const host: PluginHost = { natives: bundle.natives, process, meta: fileMeta, exports: {}, migrations: [] }
  const parameters: unknown[] = [host, lateImport, requireWith(bundle), module, module.exports]
  await keepingStacks(() => (module.exports as RunBundle)(...parameters, ...Object.values(globals.functions)))
  return { exports: host.exports, migrations: host.migrations, module }
}

/** Read before any plugin runs, because several may be loaded at the same time. */
const { stackTraceLimit, prepareStackTrace } = Error

/** Puts back how stacks are written, which some packages change while they are loaded: no finding could name a line any more. */
const keepingStacks = (run: () => Promise<void>): Promise<void> =>
  run().finally(() => Object.assign(Error, { stackTraceLimit, prepareStackTrace }))

interface CompilableModule {
  _compile: (code: string, filename: string, format: 'commonjs') => void
}

type RunBundle = (...parameters: unknown[]) => Promise<void>

function requireWith({ filename, natives }: PluginBundle): NodeJS.Require {
  const require = createRequire(filename)
  const requireShared = (id: string): unknown => natives[id] ?? require(id)
  return Object.assign(requireShared, require)
}

/** `import.meta` in one file of a plugin. */
interface FileMeta {
  url: string
  filename: string
  dirname: string
  /** Resolves a package by its `require` conditions, which are all Node offers for another file. */
  resolve: (specifier: string) => string
}

/** Makes the `import.meta` of one of the plugin's own files: clean file URLs, without a generation in them. */
function fileMeta(filename: string): FileMeta {
  const { href: url } = pathToFileURL(filename)
  return { url, filename, dirname: path.dirname(filename), resolve: (specifier) => resolveFrom(url, specifier) }
}

function resolveFrom(url: string, specifier: string): string {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  if (/^\.{0,2}\//.test(specifier) || URL.canParse(specifier)) return new URL(specifier, url).href
  return pathToFileURL(createRequire(url).resolve(specifier)).href
}
