/** Finds, loads, compiles, serves and replaces plugins while the host runs. */
export { type PluginCandidate, discoverPlugins } from './manifest/discover-plugins.ts'
export { pluginIdProblem, suggestPluginId } from './manifest/plugin-id.ts'
export type { PluginManifest } from './manifest/plugin-manifest.ts'
export { readPluginManifest } from './manifest/read-plugin-manifest.ts'

export { compile } from './compile/compile.ts'

export { authorFrame, authorPlace, relativeFile } from './load/author-frame.ts'
export { type DebuggerFrame, type ParsedScript, type PausedFrame, pausedFrame } from './load/paused-frame.ts'
export { keepBundles } from './load/kept-bundles.ts'
export { listMigrations } from './load/migrations.ts'
export { storePassedChecks, unlessPassed } from './load/passed-checks.ts'
export { PluginRejected } from './load/plugin-rejected.ts'
export { storeBundles } from './load/stored-bundles.ts'

export { callExport } from './generation/call-export.ts'
export { Contributions } from './generation/contributions.ts'
export { presentEgress } from './generation/egress.ts'
export type { HostServices } from './generation/plugin-context.ts'
export { prepareGeneration, type PrepareOptions } from './generation/prepare-generation.ts'

export { createMigrate, type MigrateRequest } from './supervise/create-migrate.ts'
export { createReset } from './supervise/create-reset.ts'
export { createSeed } from './supervise/create-seed.ts'
export {
  type Desired,
  DesiredPlugins,
  type PluginDecision,
  pluginMigrations,
} from './supervise/decisions/desired-plugins.ts'
export { findUnmet } from './supervise/dependencies/find-unmet.ts'
export { planChange } from './supervise/dependencies/plan-change.ts'
export type { PluginNode, PluginWorld } from './supervise/dependencies/plugin-world.ts'
export { followPanelsConfig } from './supervise/follow-panels-config.ts'
export { Quarantine } from './supervise/quarantine/quarantine.ts'
export { startWatchdog } from './supervise/quarantine/watchdog.ts'
export { createPluginHost, type PluginHost } from './supervise/plugin-host.ts'
