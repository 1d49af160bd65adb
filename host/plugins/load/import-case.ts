import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { relativeFile } from './author-frame.ts'

const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g

/**
 * Reports imports whose paths differ from their files in upper and lower case. The bundler finds these files, but Node, TypeScript and tests
 * do not find them on Linux.
 * @param sources the texts of the plugin's own files by their absolute paths
 */
export function checkImportCase(
  { directory }: Pick<PluginManifest, 'directory'>,
  sources: ReadonlyMap<string, string>,
): Diagnostic[] {
  const files = new Map([...sources.keys()].map((file) => [file.toLowerCase(), file] as const))
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(RELATIVE_IMPORT)].flatMap(({ 0: whole, 1: specifier = '', index }) => {
      const targets = targetsOf(path.resolve(path.dirname(file), specifier))
      if (targets.some((target) => sources.has(target))) return []
      const found = targets.map((target) => files.get(target.toLowerCase())).find((each) => each !== undefined)
      if (found === undefined) return []
      const line = text.slice(0, index + whole.length).split('\n').length
      return [differentCase(specifier, { found, file, line, directory })]
    }),
  )
}

/** The files to which an import may lead. */
const targetsOf = (target: string) => [
  target,
  ...(/\.[cm]?js$/.test(target) ? [target.replace(/js$/, 'ts')] : []),
  ...['.ts', '.js', '/index.ts', '/index.js'].map((ending) => target + ending),
]

function differentCase(
  specifier: string,
  { found, file, line, directory }: { found: string; file: string; line: number; directory: string },
): Diagnostic {
  const meant = path.relative(path.dirname(file), found).split(path.sep).join('/')
  return diagnose('import_case', {
    message: `The import [${specifier}] differs from the file [${relativeFile(found, directory)}] in upper and lower case.`,
    where: { file: relativeFile(file, directory), line },
    fix: `Write [${meant.startsWith('.') ? meant : `./${meant}`}].`,
  })
}
