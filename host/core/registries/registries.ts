import type { Undo } from '@atrium/sdk'
import type { SuggestedRole } from '@atrium/sdk/documents'
import type { Withhold } from '@atrium/sdk/host'
import { Listeners } from '../../base/lifetime/index.ts'
import { DashboardRegistry } from './dashboard-registry.ts'
import { FormRegistry } from './form-registry.ts'
import { NamespaceRegistry } from './namespace-registry.ts'
import { OperationRegistry } from './operation-registry.ts'
import type { Operation } from './operation.ts'
import { PanelRegistry } from './panel-registry.ts'
import { PluginRegistry } from './plugin-registry.ts'
import { type ElementFile, type Publication, revisionOf, type Translations } from './publication.ts'
import { ResourceRegistry } from './resource-registry.ts'
import { RuntimeFindings } from './runtime-findings.ts'
import { ToolRegistry } from './tool-registry.ts'
import { Vitals } from './vitals.ts'

/** A change of the registries: a publication, or a new panel configuration. */
export interface RegistryChange {
  /** Undefined for a new panel configuration. */
  readonly owner: string | undefined
  /**
   * The ids of added, changed and removed documents: of dashboards and forms, `<panel>/<module>` for a manifest, and `translations/<language>`.
   */
  readonly changed: readonly string[]
  /** `Registries.version` after the change. */
  readonly version: number
}

/**
 * The publications of plugins. `host/plugins` writes the registries, `host/doors` reads them, and they do not know each other
 * (ARCHITECTURE: Rooms).
 */
export class Registries {
  readonly panels = new PanelRegistry()
  readonly dashboards = new DashboardRegistry()
  readonly forms = new FormRegistry()
  readonly resources = new ResourceRegistry()
  readonly operations = new OperationRegistry()
  readonly tools = new ToolRegistry()
  readonly namespaces = new NamespaceRegistry()
  readonly findings = new RuntimeFindings()
  readonly vitals = new Vitals()
  readonly plugins = new PluginRegistry(this)
  readonly #published = new Map<string, Publication>()
  readonly #listeners = new Listeners<RegistryChange>()

  /** Incremented here with every change. Caches of data derived from the registries compare it. */
  version = 0

  /** Replaces everything that a plugin publishes in one synchronous step, so no reader sees a mixture. */
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

  /** Begins to count the work and the findings of a generation. */
  begin(owner: string, generation: Parameters<RuntimeFindings['begin']>[1]): void {
    this.findings.begin(owner, generation)
    this.vitals.begin(owner, generation)
  }

  /** Returns the function that removes fields a caller may not see from an owner's values without a schema. */
  withholdOf(owner: string): Withhold {
    return this.#published.get(owner)?.withhold ?? showAll
  }

  /** The events and places of an owner, for suggestions. Undefined if the owner publishes nothing. */
  offersOf(owner: string): Publication['offers'] {
    return this.#published.get(owner)?.offers
  }

  /** The plugins that contribute to answers of an owner. */
  contributorsTo(owner: string): string[] {
    const isTo = (place: string) => place.startsWith(`${owner}.`)
    return [...this.#published].flatMap(([id, { contributes = [] }]) => (contributes.some(isTo) ? [id] : []))
  }

  /** The module with the elements of a plugin, of the generation that serves. */
  elementsOf(owner: string): ElementFile | undefined {
    return this.#published.get(owner)?.elements
  }

  /** The translations of everything that is published, that of the platform first, then by the id of the plugin. */
  translations(): readonly { readonly owner: string; readonly translations: Translations }[] {
    const all = [...this.#published].flatMap(([owner, { translations }]) =>
      translations ? [{ owner, translations }] : [],
    )
    const isOurs = ({ owner }: { owner: string }) => owner === 'platform'
    return all.sort((one, other) => Number(isOurs(other)) - Number(isOurs(one)) || (one.owner < other.owner ? -1 : 1))
  }

  /** The roles that active plugins suggest. An id consists of those of the plugin and the role: `booking.receptionist`. */
  suggestedRoles(): readonly (SuggestedRole & { readonly id: string; readonly plugin: string })[] {
    return [...this.#published].flatMap(([plugin, { roles = {} }]) =>
      Object.entries(roles).map(([id, role]) => ({ ...role, id: `${plugin}.${id}`, plugin })),
    )
  }

  /** Reports every change synchronously, so a listener must only record it. */
  onChange(listener: (change: RegistryChange) => void): Undo {
    return this.#listeners.add(listener)
  }

  /** Publishes operations of the platform itself. */
  publishOperations(owner: string, operations: readonly Operation[]): void {
    this.publish(owner, { ...NOTHING, operations })
  }

  /** Removes everything that a plugin publishes in one synchronous step. */
  withdraw(owner: string): void {
    this.publish(owner, NOTHING)
    this.#published.delete(owner)
    this.forms.remove(owner)
    this.findings.end(owner)
    this.vitals.end(owner)
  }

  /** Replaces the configured panels. */
  configurePanels(...[panels]: Parameters<PanelRegistry['configure']>): void {
    this.panels.configure(panels)
    this.#tell(undefined, [])
  }

  #tell(owner: string | undefined, changed: readonly string[]): void {
    this.version += 1
    this.#listeners.tell({ owner, changed, version: this.version })
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

/** Returns the ids of the documents in which two publications differ. */
function changedIds(before: Publication, now: Publication): readonly string[] {
  const [former, current] = [revisions(before), revisions(now)]
  return [...new Set([...former.keys(), ...current.keys()])].filter((id) => former.get(id) !== current.get(id)).sort()
}

function revisions({ manifests, dashboards, forms, translations = {} }: Publication): Map<string, string> {
  return new Map([
    ...manifests.map(({ panel_id, module_id, revision }) => [`${panel_id}/${module_id}`, revision] as const),
    ...Object.entries(translations).map(
      ([language, texts]) => [`translations/${language}`, revisionOf(texts)] as const,
    ),
    ...[...dashboards, ...forms].map(({ id, revision }) => [id, revision] as const),
  ])
}
