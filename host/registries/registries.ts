import { DashboardRegistry } from './dashboard-registry.ts'
import { FormRegistry } from './form-registry.ts'
import type { Operation } from './operation.ts'
import { OperationRegistry } from './operation-registry.ts'
import { PanelRegistry } from './panel-registry.ts'
import { PluginRegistry } from './plugin-registry.ts'
import type { Publication } from './publication.ts'
import { ResourceRegistry } from './resource-registry.ts'
import { ToolRegistry } from './tool-registry.ts'

/** The seam of the platform: plugins write them, routes, search, ws and mcp read them, and neither side knows the other. */
export class Registries {
  readonly panels = new PanelRegistry()
  readonly dashboards = new DashboardRegistry()
  readonly forms = new FormRegistry()
  readonly resources = new ResourceRegistry()
  readonly operations = new OperationRegistry()
  readonly tools = new ToolRegistry()
  readonly plugins = new PluginRegistry()

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
    this.#version += 1
  }

  /** The same for an owner that is no plugin: the platform's own operations. */
  publishOperations(owner: string, operations: readonly Operation[]): void {
    this.publish(owner, { ...NOTHING, operations })
  }

  /** Takes all that a plugin shows away, in one synchronous step. */
  withdraw(owner: string): void {
    this.publish(owner, NOTHING)
    this.forms.remove(owner)
  }

  /** Takes the panels of a (new) configuration. */
  configurePanels(...[panels]: Parameters<PanelRegistry['configure']>): void {
    this.panels.configure(panels)
    this.#version += 1
  }
}

const NOTHING: Publication = { manifests: [], dashboards: [], forms: [], resources: [], operations: [], tools: [] }

const panelsOf = ({ manifests }: Publication) => manifests.map((manifest) => manifest.panel_id)
