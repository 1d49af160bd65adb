import type { Diagnostic } from '@atrium/sdk/documents'
import type { PanelsConfig } from '../../base/config/index.ts'
import { readPanelsConfig } from '../../base/config/index.ts'
import { declarationsOf } from '../../core/registries/index.ts'
import {
  callExport,
  PluginRejected,
  prepareGeneration,
  discoverPlugins,
  readPluginManifest,
  findUnmet,
} from '../../plugins/index.ts'
import type { PluginManifest, PluginNode } from '../../plugins/index.ts'
import type { CheckJob, Finding } from './check-job.ts'
import { openScratchHost } from './scratch-host.ts'

/**
 * Loads, stages, links and checks a plugin as a host does, and applies its migrations to an empty SQLite database. Never commits it: no
 * timer runs and nothing is served. Ids, paths and names that other plugins use are not known here, so conflicts are not found.
 */
export async function examinePlugin(job: CheckJob): Promise<Finding> {
  const { manifest, findings } = await readPluginManifest(job.directory)
  if (manifest === undefined) return { diagnostics: findings }
  const { config, findings: mistakes = [] } = await readPanelsConfig(job.panelsFile, {
    isOptional: job.panelsOptional,
  })
  const found = [...findings, ...mistakes, ...(await checkRequirements(manifest, job))]
  if (config === undefined) return { diagnostics: found }
  const { diagnostics, declares } = await prepareAlone(manifest, { config, job })
  // A generation has the warnings about its package.json, too.
  const all = new Map([...found, ...diagnostics].map((each) => [JSON.stringify(each), each]))
  return { diagnostics: [...all.values()], declares }
}

async function prepareAlone(
  manifest: PluginManifest,
  { config, job: { scratch, limit } }: { config: PanelsConfig; job: CheckJob },
): Promise<Finding> {
  const host = await openScratchHost(scratch, config.panels)
  const named = { plugin: manifest.id, version: manifest.version }
  const settings = config.plugins.settings[manifest.id] ?? {}
  try {
    const generation = await prepareGeneration(manifest, { ...host, number: 1, settings, stageLimit: limit })
    await callExport('on_dispose', () => generation.dispose(), { manifest, limit })
    return { diagnostics: generation.warnings, declares: declarationsOf(named, generation.publication) }
  } catch (error) {
    if (error instanceof PluginRejected) return { diagnostics: error.diagnostics }
    throw error
  } finally {
    await host.close()
  }
}

/** Whether the required plugins exist in the required versions, without a dependency cycle. They count as active. */
async function checkRequirements(
  manifest: PluginManifest,
  { pluginDirectories }: { pluginDirectories: readonly string[] },
): Promise<Diagnostic[]> {
  if (Object.keys(manifest.requires).length === 0) return []
  const { candidates } = await discoverPlugins(pluginDirectories)
  const others = candidates.flatMap(({ manifest: other }) => (other && other.id !== manifest.id ? [other] : []))
  const world = new Map(others.map((other) => [other.id, nodeOf(other, { required: other.id in manifest.requires })]))
  return findUnmet(world, manifest.id, manifest)
}

function nodeOf({ version, requires }: PluginManifest, { required }: { required: boolean }): PluginNode {
  const found = { version, requires }
  if (!required) return { desired: 'inactive', state: 'inactive', found, waits: false }
  return { desired: 'active', state: 'active', found, serving: found, waits: false }
}
