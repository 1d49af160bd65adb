import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic, DiagnosticPlace } from '@atrium/sdk/documents'
import type { BuildFailure } from 'esbuild'
import { diagnose } from '../../base/errors/index.ts'
import { withinTime } from '../../base/lifetime/index.ts'
import { isOutOfResources, outOfResources } from './out-of-resources.ts'

type PackageJson = Record<string, unknown>

/** Reads a folder's package.json, or returns a finding if that fails. Never throws. */
export async function readPackageJson(
  directory: string,
): Promise<{ package: PackageJson; text: string } | { finding: Diagnostic }> {
  let text: string
  try {
    text = (await readFile(path.join(directory, 'package.json'), 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    return { finding: unreadable(directory, error as NodeJS.ErrnoException) }
  }
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { package: value, text } : { finding: invalid({}, 'It does not contain an object.') }
  } catch (error) {
    return { finding: invalid(await placeOfSyntaxError(text), (error as Error).message) }
  }
}

function unreadable(directory: string, error: NodeJS.ErrnoException): Diagnostic {
  if (isOutOfResources(error)) return outOfResources(`The package.json of [${directory}] could not be read.`, error)
  if (error.code !== 'ENOENT') {
    return diagnose('manifest_unreadable', {
      message: `The package.json of [${directory}] cannot be read.`,
      where: { file: 'package.json' },
      cause: error.message,
      fix: 'Give the host the right to read the folder and its package.json.',
    })
  }
  return diagnose('manifest_missing', {
    message: `The folder [${directory}] has no package.json.`,
    where: { file: 'package.json' },
    fix: 'Add a package.json with an "atrium" member, or move the folder out of the plugin directory.',
  })
}

function invalid(place: DiagnosticPlace, cause: string): Diagnostic {
  return diagnose('manifest_invalid', {
    message: 'The file [package.json] is not valid JSON.',
    where: { file: 'package.json', ...place },
    cause,
    fix: 'Correct the JSON at this place; comments and trailing commas are not allowed.',
  })
}

/** Milliseconds that esbuild may take. Without its answer, a finding has no place. */
const LIMIT = 10_000

/** On Node 20, JSON.parse gives no position for some errors. esbuild always gives line and column, and is loaded for it. */
export async function placeOfSyntaxError(text: string): Promise<DiagnosticPlace> {
  const { transform } = await import('esbuild')
  const parse = () => transform(text, { loader: 'json', logLevel: 'silent' })
  const expired = () => new Error('esbuild did not answer in time')
  const found: Partial<BuildFailure> = await withinTime(LIMIT, parse, { expired }).catch((error: BuildFailure) => error)
  const location = (found.errors ?? found.warnings)?.[0]?.location
  return location ? { line: location.line, column: location.column + 1 } : {}
}

/** Whether a value read from JSON is an object, neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
