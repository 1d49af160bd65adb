import path from 'node:path'
import { inspect } from 'node:util'
import { nearest_name, Type } from '@atrium/sdk'
import { type_hint } from '@atrium/sdk/host'
import type { Diagnostic } from '@atrium/sdk/documents'
import type { BuildFailure, Location, Message } from 'esbuild'
import { diagnose } from '../../base/errors/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { NativeModules } from './native-modules.ts'
import { authorPlace, relativeFile } from './author-frame.ts'
import { nearestFile } from './nearest-file.ts'
import { metaPrefix } from './own-sources.ts'

/** Fixes for the most common errors. esbuild's own notes address people who configure it. */
const FIXES: [RegExp, string][] = [
  [/^Could not resolve "[./#]/, 'Correct the path, or create the file.'],
  [/^Could not resolve /, 'Install the package in the plugin, or correct its name.'],
  [/^No matching export /, 'Import a name that this module exports. For a type, write `import type`.'],
  [/^No loader is configured /, 'Read such a file at run time, with new URL("…", import.meta.url).'],
  [
    /^A plugin may not import the source of/,
    'Use its REST API with `context.call`, its events or `contribute`, or move what both need into a package.',
  ],
  [
    /^The module of \[atrium.elements\] runs in the browser/,
    'Import only types of the SDK, with `import type`. What the element needs from the host is in its context.',
  ],
  [/^A plugin may not import /, 'Use @atrium/sdk. Plugins cooperate through events, contribute and call.'],
  [/^Importing /, 'Repair or replace this package, then restart the host. Changed dependencies are not reloaded.'],
]

/** Turns esbuild's errors into diagnostics with the author's file, line, column and source line. */
export async function buildDiagnostics(failure: BuildFailure, place: BuildPlace): Promise<Diagnostic[]> {
  const messages = failure.errors ?? [{ text: failure.message, location: null }]
  return Promise.all(messages.map((message) => diagnosticOf(message, place)))
}

interface BuildPlace {
  readonly directory: string
  readonly natives: NativeModules
}

async function diagnosticOf(
  { text: original, location }: Pick<Message, 'text' | 'location'>,
  { directory, natives }: BuildPlace,
): Promise<Diagnostic> {
  const known = FIXES.find(([pattern]) => pattern.test(original))
  // esbuild quotes the offender; its own prefix of an external module means nothing to authors.
  const text = original.replaceAll(/"(?:native:)?([^"]+)"/g, '[$1]')
  const suggestion = suggestExport(text, natives) ?? (await suggestFile(text, { location, directory }))
  const fix = suggestion ?? known?.[1] ?? 'Correct this line. Saving the file loads the plugin again.'
  if (!location) return diagnose('build_failed', { message: text, fix })
  const { lineText, ...where } = authorLocation(location, directory)
  const message = `${where.file}:${where.line}:${where.column}: ${text}`
  // The end of a file has no text to show.
  return diagnose('build_failed', { message, where, fix, ...(lineText.trim() !== '' && { cause: lineText }) })
}

/** The likely intended name among the exports of a package or the SDK. */
function suggestExport(text: string, natives: NativeModules): string | undefined {
  const [, module = '', name = ''] = /^No matching export in \[(.+?)\] for import \[(.+?)\]/.exec(text) ?? []
  const meant = nearest_name(name, Object.keys(natives[module] ?? {}))
  return meant === undefined ? undefined : `Did you mean [${meant}]?`
}

/** The likely intended file of an import, which differs in upper and lower case or by a typo. */
async function suggestFile(
  text: string,
  { location, directory }: { location: Location | null; directory: string },
): Promise<string | undefined> {
  const [, specifier] = /^Could not resolve \[(\.[^\]]+)\]$/.exec(text) ?? []
  if (specifier === undefined || location === null) return undefined
  const meant = await nearestFile(specifier, path.dirname(path.resolve(directory, location.file)))
  return meant === undefined ? undefined : `Did you mean [${meant}]? Or create the file.`
}

/** esbuild counts columns in bytes from 0. On line 1 it also counts the prefix before the author's text. */
function authorLocation({ file, line, column, lineText }: Location, directory: string) {
  const absolute = path.resolve(directory, file)
  const prefix = metaPrefix(absolute)
  const added = line === 1 && lineText.startsWith(prefix) ? prefix.length : 0
  const before = Buffer.from(lineText).subarray(0, column).toString()
  return {
    file: relativeFile(absolute, directory),
    line,
    column: Math.max(1, before.length + 1 - added),
    lineText: lineText.slice(added),
  }
}

/** Reports where and why a plugin threw while its modules were evaluated. Without a stack, the place is the entry. */
export function evaluationFailed(error: unknown, { id, directory, entry }: PluginManifest): Diagnostic {
  const where = authorPlace(error, directory)
  const place = where ? `${where.file}:${where.line}:${where.column}: ` : ''
  return diagnose('load_failed', {
    message: `${place}The plugin [${id}] threw while it was loaded: ${error instanceof Error ? shownError(error) : inspect(error)}`,
    where: where ?? { file: relativeFile(entry, directory) },
    ...(error instanceof Error && { cause: String(error) }),
    fix: fixOf(error),
  })
}

/** Without the internal paths that Node lists below the name of a module. */
const shownError = ({ message }: Error) => message.replace(/\nRequire stack:[\s\S]*$/, '')

/** `restoreConstants` makes circular imports throw this error. */
function fixOf(error: unknown): string {
  const { message = '' } = (error as Error | undefined) ?? {}
  const [, missing] = /^Cannot find (?:module|package) '([^']+)'/.exec(message) ?? []
  if (missing !== undefined) return `Install [${missing}] in the plugin, or correct its name.`
  const [, member] = /^Cannot add property (\w+), object is not extensible$/.exec(message) ?? []
  if (member !== undefined) {
    return `This object takes no more members. If it is [Object.prototype], every plugin shares it: keep [${member}] in a module of your own.`
  }
  const [, type] = /\bType\d*\.(\w+) is not a function$/.exec(message) ?? []
  const hint = type === undefined ? undefined : type_hint(type, Object.keys(Type))
  if (hint !== undefined) return hint
  const [, name] = /^Cannot access '(\w+)' before initialization$/.exec(message) ?? []
  if (name === undefined) return 'Correct the top-level code of this file. Saving it loads the plugin again.'
  const [, file] = /^(\w+)_default\d*$/.exec(name) ?? []
  const what = file === undefined ? `[${name}]` : `the default export of [${file}]`
  return `Files that import each other use ${what} before it exists. Move what both need into a file that imports neither.`
}

/** Names the plugin whose modules did not finish evaluating. */
export function loadTimedOut(
  { id, directory, entry }: PluginManifest,
  { milliseconds, sources }: { milliseconds: number; sources: ReadonlyMap<string, string> },
): Diagnostic {
  const [waiting] = [...sources].flatMap(([file, text]) => placeOfAwait(text).map((line) => ({ file, line })))
  return diagnose('load_timeout', {
    message: `The plugin [${id}] was not loaded within ${milliseconds / 1000} s.`,
    where: { file: relativeFile(waiting?.file ?? entry, directory), ...(waiting && { line: waiting.line }) },
    cause: 'A top-level await of the plugin, or of a package it imports, has not settled.',
    fix: 'Move this work into "setup", which has its own time limit and gets a signal.',
  })
}

/** Names the plugin that could not be bundled in time. Its code has not run. */
export function bundlingTimedOut({ id }: PluginManifest, { milliseconds }: { milliseconds: number }): Diagnostic {
  return diagnose('load_timeout', {
    message: `The plugin [${id}] was not bundled within ${milliseconds / 1000} s.`,
    cause: 'The machine is too busy, or reads the files of the plugin too slowly. None of its code has run.',
    fix: `Reload it when the machine has time: atrium plugins reload ${id}`,
  })
}

/** The line of the first `await` that is not indented, if there is one. */
function placeOfAwait(text: string): number[] {
  const line = text
    .split('\n')
    .findIndex((each) => /^(?:(?:export\s+)?(?:const|let|var)\s[^=]+=\s*)?await\b/.test(each))
  return line < 0 ? [] : [line + 1]
}
