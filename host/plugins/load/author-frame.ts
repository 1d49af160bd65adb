import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DiagnosticPlace } from '@atrium/sdk/documents'
import { shortenError } from '../../base/log/index.ts'
import { isDependencyFile, isInside } from './own-sources.ts'

/** A position in a plugin's own source, read from a stack. */
export interface AuthorFrame {
  /** Absolute. */
  file: string
  line: number
  column: number
}

/**
 * `at name (place:line:column)` or `at place:line:column`, where a place is a path or a file URL. The function around a CommonJS file
 * has the file's relative path as its name.
 */
const FRAME = /^\s+at (?:async )?(?:(?![/\\]|file:|\w:[/\\]).*? \()?(.+?):(\d+):(\d+)\)?$/

/** The frames are at the end of a stack, below a message that may be long. */
const LONGEST_STACK = 50_000

/** Helpers that esbuild adds to a bundle. */
const BUNDLE = /\.\d+\.generation\.cjs$/

/**
 * Finds the first frame of an error's stack that lies in the plugin's directory and not in its node_modules: the author's line.
 * Frames are the source's own only after `process.setSourceMapsEnabled(true)`. `undefined` if the plugin is not on the stack.
 */
export function authorFrame(error: unknown, directory: string): AuthorFrame | undefined {
  for (const line of stackOf(error).split('\n')) {
    const match = FRAME.exec(line)
    if (!match) continue
    const [place, row, column] = match.slice(1) as [string, string, string]
    const file = place.startsWith('file://') ? fileURLToPath(place) : place
    if (isInside(file, directory) && !isDependencyFile(file, directory) && !BUNDLE.test(file))
      return { file, line: Number(row), column: Number(column) }
  }
  return undefined
}

/** Whether the plugin's own code made the call, and not a package: the first frame outside Node belongs to the plugin. */
export function isAuthorsCall(error: unknown, directory: string): boolean {
  const frames = stackOf(error)
    .split('\n')
    .filter((line) => FRAME.test(line) && !/[( ]node:/.test(line))
  return authorFrame({ stack: frames[0] }, directory) !== undefined
}

/**
 * Finds the owner of the code that an error comes from: the one whose frame is the innermost.
 * @returns the owner and the place, relative to its directory; undefined if none is on the stack
 */
export function innermostAuthor<Owner extends { readonly directory: string }>(
  error: unknown,
  owners: readonly Owner[],
): { owner: Owner; where: DiagnosticPlace } | undefined {
  for (const line of stackOf(error).split('\n')) {
    for (const owner of FRAME.test(line) ? owners : []) {
      const where = authorPlace({ stack: line }, owner.directory)
      if (where) return { owner, where }
    }
  }
  return undefined
}

/** Turns the author's line into the place of a diagnostic, whose files are relative to the plugin directory. */
export function authorPlace(error: unknown, directory: string): DiagnosticPlace | undefined {
  const frame = authorFrame(error, directory)
  return frame && { ...frame, file: relativeFile(frame.file, directory) }
}

/** A file as diagnostics name it: relative to the plugin directory, with forward slashes. */
export function relativeFile(file: string, directory: string): string {
  return path.relative(directory, file).replaceAll(path.sep, '/')
}

function stackOf(error: unknown): string {
  if (error instanceof Error && !shortenError(error)) return ''
  const stack = (error as { stack?: unknown } | null | undefined)?.stack
  return typeof stack === 'string' ? stack.slice(-LONGEST_STACK) : ''
}
