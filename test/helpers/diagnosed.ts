import type { Diagnostic, DiagnosticCode } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { hostPlugins, type HostedPluginsOptions } from './hosted-plugins.ts'
import type { PluginFiles } from './plugin-directory.ts'

/** Loads a plugin `fleet` with these files and returns its diagnostics. */
export async function diagnosed(
  files: PluginFiles,
  options: HostedPluginsOptions = {},
): Promise<readonly Diagnostic[]> {
  const { registries, close } = await hostPlugins(files, options)
  const { diagnostics = [] } = registries.plugins.get('fleet') ?? {}
  await close()
  return diagnostics
}

/** The first diagnostic with this code. Fails if there is none, and names the codes that were found. */
export function found(diagnostics: readonly Diagnostic[], code: DiagnosticCode): Diagnostic {
  const finding = diagnostics.find((diagnostic) => diagnostic.code === code)
  expect(
    diagnostics.map((diagnostic) => diagnostic.code),
    diagnostics.map(({ message }) => message).join('\n'),
  ).to.include(code)
  return finding as Diagnostic
}

/** The line of a text, counted from 1, that has the mark `// HERE`. */
export const markedLine = (source: string): number =>
  source.split('\n').findIndex((line) => line.includes('// HERE')) + 1
