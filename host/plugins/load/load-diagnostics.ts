import path from 'node:path'
import { inspect } from 'node:util'
import type { Diagnostic } from '@atrium/sdk/documents'
import type { BuildFailure, Location, Message } from 'esbuild'
import { diagnose } from '../../base/errors/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { authorPlace, relativeFile } from './author-frame.ts'
import { metaPrefix } from './own-sources.ts'

/** Fixes for the most common errors. esbuild's own notes address people who configure it. */
const FIXES: [RegExp, string][] = [
  [/^Could not resolve "[./#]/, 'Correct the path, or create the file.'],
  [/^Could not resolve /, 'Install the package in the plugin, or correct its name.'],
  [/^No matching export /, 'Import a name that this module exports.'],
  [/^No loader is configured /, 'Read such a file at run time, with new URL("…", import.meta.url).'],
  [/^A plugin may not import /, 'Use @atrium/sdk. Plugins cooperate through events, contribute and call.'],
  [/^Importing /, 'Repair or replace this package, then restart the host. Changed dependencies are not reloaded.'],
]

/** Turns esbuild's errors into diagnostics with the author's file, line, column and source line. */
export function buildDiagnostics(failure: BuildFailure, directory: string): Diagnostic[] {
  const messages = failure.errors ?? [{ text: failure.message, location: null }]
  return messages.map((message) => diagnosticOf(message, directory))
}

function diagnosticOf({ text, location }: Pick<Message, 'text' | 'location'>, directory: string): Diagnostic {
  const known = FIXES.find(([pattern]) => pattern.test(text))
  const fix = known?.[1] ?? 'Correct this line. Saving the file loads the plugin again.'
  if (!location) return diagnose('build_failed', { message: text, fix })
  const { lineText, ...where } = authorLocation(location, directory)
  const message = `${where.file}:${where.line}:${where.column}: ${text}`
  return diagnose('build_failed', { message, where, cause: lineText, fix })
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
    message: `${place}The plugin [${id}] threw while it was loaded: ${error instanceof Error ? error.message : inspect(error)}`,
    where: where ?? { file: relativeFile(entry, directory) },
    ...(error instanceof Error && { cause: String(error) }),
    fix: 'Correct the top-level code of this file. Saving it loads the plugin again.',
  })
}

/** Names the plugin whose modules did not finish evaluating. */
export function loadTimedOut({ id, directory, entry }: PluginManifest, milliseconds: number): Diagnostic {
  return diagnose('load_timeout', {
    message: `The plugin [${id}] was not loaded within ${milliseconds / 1000} s.`,
    where: { file: relativeFile(entry, directory) },
    cause: 'A top-level await of the plugin, or of a package it imports, has not settled.',
    fix: 'Move this work into "setup", which has its own time limit and gets a signal.',
  })
}
