import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import type { BuildFailure, Location, Message } from 'esbuild'
import { diagnose } from '../../base/errors/index.ts'
import { relativeFile } from './author-frame.ts'
import { metaPrefix } from './own-sources.ts'

/** What to do about the errors authors meet most; esbuild's own notes speak to who configures it. */
const FIXES: [RegExp, string][] = [
  [/^Could not resolve "[./#]/, 'Correct the path, or create the file.'],
  [/^Could not resolve /, 'Install the package in the plugin, or correct its name.'],
  [/^No matching export /, 'Import a name that this module exports.'],
  [/^No loader is configured /, 'Read such a file at run time, by new URL("…", import.meta.url).'],
  [/^A plugin may not import /, 'Use what @atrium/sdk offers; plugins meet through events, contribute and call.'],
  [/^Importing /, 'Mend or replace this package; a changed dependency is only seen after the host has been restarted.'],
]

/** Turns what esbuild found into diagnostics with the author's file, line, column and the line itself. */
export function buildDiagnostics(failure: BuildFailure, directory: string): Diagnostic[] {
  const messages = failure.errors ?? [{ text: failure.message, location: null }]
  return messages.map((message) => diagnosticOf(message, directory))
}

function diagnosticOf({ text, location }: Pick<Message, 'text' | 'location'>, directory: string): Diagnostic {
  const known = FIXES.find(([pattern]) => pattern.test(text))
  const fix = known?.[1] ?? 'Correct this line; saving it loads the plugin again.'
  if (!location) return diagnose('build_failed', { message: text, fix })
  const { lineText, ...where } = authorLocation(location, directory)
  const message = `${where.file}:${where.line}:${where.column}: ${text}`
  return diagnose('build_failed', { message, where, cause: lineText, fix })
}

/** esbuild counts columns in bytes from 0, and on line 1 it saw the text that was put before the author's. */
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
