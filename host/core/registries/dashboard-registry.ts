import type { Dashboard, ModuleManifest } from '@atrium/sdk/documents'

interface Entry {
  readonly manifests: readonly ModuleManifest[]
  readonly dashboards: ReadonlyMap<string, Dashboard>
}

/** Modules under (panel_id, module_id) and their dashboards under their ids, by the plugin that owns them. */
export class DashboardRegistry {
  readonly #entries = new Map<string, Entry>()

  /** Replaces a plugin's modules and dashboards. */
  replace(owner: string, manifests: readonly ModuleManifest[], dashboards: readonly Dashboard[]): void {
    if (manifests.length === 0) this.#entries.delete(owner)
    else this.#entries.set(owner, { manifests, dashboards: new Map(dashboards.map((each) => [each.id, each])) })
  }

  manifest(panelId: string, moduleId: string): ModuleManifest | undefined {
    return this.manifests(panelId).find((manifest) => manifest.module_id === moduleId)
  }

  /** The modules of one panel, or of all. */
  manifests(panelId?: string): readonly ModuleManifest[] {
    const all = [...this.#entries.values()].flatMap((entry) => entry.manifests)
    return panelId === undefined ? all : all.filter((manifest) => manifest.panel_id === panelId)
  }

  dashboard(id: string): Dashboard | undefined {
    for (const { dashboards } of this.#entries.values()) {
      const dashboard = dashboards.get(id)
      if (dashboard !== undefined) return dashboard
    }
    return undefined
  }

  /** The screens that show a dashboard. */
  screensOf(dashboardId: string): ModuleManifest['screens'] {
    const { manifests = [] } = this.#entries.get(this.ownerOf(dashboardId) ?? '') ?? {}
    return manifests.flatMap(({ screens }) => screens).filter(({ dashboard_id }) => dashboard_id === dashboardId)
  }

  /** Returns the plugin that owns the dashboard. */
  ownerOf(dashboardId: string): string | undefined {
    for (const [owner, { dashboards }] of this.#entries) if (dashboards.has(dashboardId)) return owner
    return undefined
  }
}
