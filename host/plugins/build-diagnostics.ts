import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import type { BuildFailure, Location, Message } from 'esbuild'
import { relativeFile } from './author-frame.ts'
import { metaPrefix } from './own-sources.ts'

/** Turns what esbuild found into diagnostics with the author's file, line, column and the line itself. */
export function buildDiagnostics(failure: BuildFailure, directory: string): Diagnostic[] {
  const messages = failure.errors ?? [{ text: failure.message, location: null, notes: [] }]
  return messages.map((message) => diagnosticOf(message, directory))
}

function diagnosticOf(
  { text, location, notes }: Pick<Message, 'text' | 'location' | 'notes'>,
  directory: string,
): Diagnostic {
  const advice = notes.map((note) => note.text).filter((note) => !note.includes('plugin-name'))
  const fix = location?.suggestion
    ? `Write ${location.suggestion}.`
    : 'Correct this line; saving it loads the plugin again.'
  if (!location) return { code: 'build_failed', severity: 'error', message: text, fix: advice.join(' ') || fix }
  const { lineText, ...where } = authorLocation(location, directory)
  return {
    code: 'build_failed',
    severity: 'error',
    message: `${where.file}:${where.line}:${where.column}: ${text}`,
    where,
    cause: lineText,
    fix: advice.join(' ') || fix,
  }
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
