import type { Diagnostic } from '@atrium/sdk/documents'
import { Command } from 'commander'
import type { CommandLine } from '../command-line.ts'
import { findPlugin } from '../connection/find-plugin.ts'
import { showDiagnostics } from '../output/show-diagnostics.ts'
import { explainPlugin, rejectedFolders } from '../why/explain-plugin.ts'
import type { Known } from '../why/explain-plugin.ts'

interface Explanation {
  readonly plugin: string
  readonly sentences: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** `atrium plugins why <id>` */
export function whyCommand(cli: CommandLine): Command {
  return new Command('why')
    .description('why a plugin is not, or not fully, served')
    .argument('<id>')
    .action((id: string) =>
      cli.withPlugins(async (plugins) => {
        const [list, folders] = await Promise.all([plugins.list(), plugins.folders()])
        const known = { plugins: list, folders, isRunning: plugins.url !== undefined }
        const explanation = explain(id, known)
        cli.tell(explanation, () => showExplanation(explanation))
      }),
    )
}

/** A folder that was rejected has no status, but reasons. */
function explain(id: string, known: Known): Explanation {
  const rejected = rejectedFolders(id, known.folders)
  const found = rejected.flatMap(({ diagnostics }) => diagnostics)
  const plugin = known.plugins.find((each) => each.id === id)
  if (plugin === undefined && rejected.length > 0) {
    const sentences = rejected.map(({ directory }) => `The folder ${directory} is there, but is no plugin as it is.`)
    return { plugin: id, sentences, diagnostics: found }
  }
  const status = findPlugin(id, known.plugins)
  return { plugin: id, sentences: explainPlugin(status, known), diagnostics: unique([...status.diagnostics, ...found]) }
}

/** A missing plugin's diagnostics may repeat those of the folders. */
function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()]
}

function showExplanation({ sentences, diagnostics }: Explanation): string {
  const text = sentences.join('\n')
  return diagnostics.length === 0 ? text : `${text}\n\n${showDiagnostics(diagnostics)}`
}
