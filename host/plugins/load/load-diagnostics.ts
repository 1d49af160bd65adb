import { inspect } from 'node:util'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import { authorPlace, relativeFile } from './author-frame.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'

/** Says where and why a plugin threw while its modules were evaluated; what is thrown without a stack leads to the entry. */
export function evaluationFailed(error: unknown, { id, directory, entry }: PluginManifest): Diagnostic {
  const where = authorPlace(error, directory)
  const place = where ? `${where.file}:${where.line}:${where.column}: ` : ''
  return diagnose('load_failed', {
    message: `${place}The plugin [${id}] threw while it was loaded: ${error instanceof Error ? error.message : inspect(error)}`,
    where: where ?? { file: relativeFile(entry, directory) },
    ...(error instanceof Error && { cause: String(error) }),
    fix: 'Correct what runs at the top level of this file; saving it loads the plugin again.',
  })
}

/** Names the plugin whose modules did not finish evaluating. */
export function loadTimedOut({ id, directory, entry }: PluginManifest, milliseconds: number): Diagnostic {
  return diagnose('load_timeout', {
    message: `The plugin [${id}] was not loaded within ${milliseconds / 1000} s.`,
    where: { file: relativeFile(entry, directory) },
    cause: 'A top-level await of the plugin, or of a package it imports, has not settled.',
    fix: 'Move what it waits for into "setup", which may take its time and is told when to stop.',
  })
}
