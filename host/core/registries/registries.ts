import type { Undo } from '@atrium/sdk'
import type { Withhold } from '@atrium/sdk/host'
import { Listeners } from '../../base/lifetime/index.ts'
import { DashboardRegistry } from './dashboard-registry.ts'
import { FormRegistry } from './form-registry.ts'
import { NamespaceRegistry } from './namespace-registry.ts'
import { OperationRegistry } from './operation-registry.ts'
import type { Operation } from './operation.ts'
import { PanelRegistry } from './panel-registry.ts'
import { PluginRegistry } from './plugin-registry.ts'
import type { Publication } from './publication.ts'
import { ResourceRegistry } from './resource-registry.ts'
import { ToolRegistry } from './tool-registry.ts'

/** One publication, or a change of the panels: then there is no owner. */
export interface RegistryChange {
  readonly owner: string | undefined
  /** The ids of the documents that appeared, changed, or are gone: a dashboard's, a form's, `<panel>/<module>` for a manifest. */
  readonly changed: readonly string[]
  /** `Registries.version` from now on. */
  readonly version: number
}

/** The seam of the platform: plugins write them, routes, search, ws and mcp read them, and neither side knows the other. */
export class Registries {
  readonly panels = new PanelRegistry()
  readonly dashboards = new DashboardRegistry()
  readonly forms = new FormRegistry()
  readonly resources = new ResourceRegistry()
  readonly operations = new OperationRegistry()
  readonly tools = new ToolRegistry()
  readonly namespaces = new NamespaceRegistry()
  readonly plugins = new PluginRegistry()
  readonly #published = new Map<string, Publication>()
  readonly #listeners = new Listeners<RegistryChange>()

  /** Counts publications: whoever keeps something derived from the registries compares this. */
  #version = 0

  get version(): number {
    return this.#version
  }

  /** Replaces all that a plugin shows, in one synchronous step: nobody sees a mixture. */
  publish(owner: string, publication: Publication): void {
    this.panels.replace(owner, panelsOf(publication))
    this.dashboards.replace(owner, publication.manifests, publication.dashboards)
    this.forms.replace(owner, publication.forms)
    this.resources.replace(owner, publication.resources)
    this.operations.replace(owner, publication.operations)
    this.tools.replace(owner, publication.tools)
    this.namespaces.replace(owner, publication.namespaces)
    const former = this.#published.get(owner) ?? NOTHING
    this.#published.set(owner, publication)
    this.#tell(owner, changedIds(former, publication))
  }

  /** What removes the fields that a caller may not see from values of an owner which no schema describes. */
  withholdOf(owner: string): Withhold {
    return this.#published.get(owner)?.withhold ?? showAll
  }

  /** Tells of every change, after it was made and before anything else happens: a listener only takes note. */
  onChange(listener: (change: RegistryChange) => void): Undo {
    return this.#listeners.add(listener)
  }

  /** The same for an owner that is no plugin: the platform's own operations. */
  publishOperations(owner: string, operations: readonly Operation[]): void {
    this.publish(owner, { ...NOTHING, operations })
  }

  /** Takes all that a plugin shows away, in one synchronous step. */
  withdraw(owner: string): void {
    this.publish(owner, NOTHING)
    this.#published.delete(owner)
    this.forms.remove(owner)
  }

  /** Takes the panels of a (new) configuration. */
  configurePanels(...[panels]: Parameters<PanelRegistry['configure']>): void {
    this.panels.configure(panels)
    this.#tell(undefined, [])
  }

  #tell(owner: string | undefined, changed: readonly string[]): void {
    this.#version += 1
    this.#listeners.tell({ owner, changed, version: this.#version })
  }
}

const showAll: Withhold = (value) => value

const NOTHING: Publication = {
  manifests: [],
  dashboards: [],
  forms: [],
  resources: [],
  operations: [],
  tools: [],
  namespaces: [],
}

const panelsOf = ({ manifests }: Publication) => manifests.map((manifest) => manifest.panel_id)

/** The documents in which two publications differ, by id: a dashboard's, a form's, and `<panel>/<module>` for a manifest. */
function changedIds(before: Publication, now: Publication): readonly string[] {
  const [former, current] = [revisions(before), revisions(now)]
  return [...new Set([...former.keys(), ...current.keys()])].filter((id) => former.get(id) !== current.get(id)).sort()
}

function revisions({ manifests, dashboards, forms }: Publication): Map<string, string> {
  return new Map([
    ...manifests.map(({ panel_id, module_id, revision }) => [`${panel_id}/${module_id}`, revision] as const),
    ...[...dashboards, ...forms].map(({ id, revision }) => [id, revision] as const),
  ])
}
