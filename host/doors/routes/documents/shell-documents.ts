import type {
  Dashboard,
  FormDefinition,
  ModuleManifest,
  Panel,
  PanelDocument,
  ResourceDefinition,
  TranslationCatalogue,
} from '@atrium/sdk/documents'
import type { Registries, Translations } from '../../../core/registries/index.ts'
import { shownWithAny } from './hide-denied.ts'
import { makePanelDocument } from './panel-document.ts'

/**
 * The documents of the shell contract. Each stays the same object until the registries change, because prepared answers
 * are cached by object.
 */
export class ShellDocuments {
  readonly #registries: Registries
  readonly #once: Once

  constructor(registries: Registries) {
    this.#registries = registries
    this.#once = perVersion(registries)
  }

  /** Each panel with its assistants, for callers who may see one of its screens. */
  panels(): readonly Panel[] {
    return this.#once('panels', () => this.#registries.panels.materialized().map((panel) => this.#ifAnyScreen(panel)))
  }

  panel(id: string): PanelDocument | undefined {
    return this.#once(`panel ${id}`, () => {
      const panel = this.#registries.panels.get(id)
      return panel && makePanelDocument(panel, this.#registries.dashboards.manifests(id))
    })
  }

  manifest(panelId: string, moduleId: string): ModuleManifest | undefined {
    return this.#once(
      `manifest ${panelId} ${moduleId}`,
      () => this.panel(panelId) && this.#registries.dashboards.manifest(panelId, moduleId),
    )
  }

  dashboard(id: string): Dashboard | undefined {
    return this.#registries.dashboards.dashboard(id)
  }

  /** Not cached, because the registry drops replaced forms after some time. */
  form(id: string): FormDefinition | undefined {
    return this.#registries.forms.form(id)
  }

  resources(panelId: string): readonly ResourceDefinition[] | undefined {
    return this.#once(`resources ${panelId}`, () => this.panel(panelId) && this.#registries.resources.list(panelId))
  }

  /** The translations into a language of the platform, and of each plugin of which the caller may see a screen. */
  translations(locale: string): readonly TranslationCatalogue[] | undefined {
    const all = this.#registries.translations()
    const has = (name: string) => all.some(({ translations }) => Object.hasOwn(translations, name))
    // Only what exists is cached, because callers choose the locale.
    const known = [locale, languageOf(locale)].find(has)
    if (known === undefined) return LOCALE.test(locale) ? NO_TRANSLATIONS : undefined
    return this.#once(`translations ${known}`, () =>
      all.flatMap(({ owner, translations }) => {
        const texts = textsIn(translations, known)
        if (Object.keys(texts).length === 0) return []
        const screens = this.#registries.dashboards.manifests().filter(({ plugin }) => plugin.id === owner)
        return [owner === 'platform' ? { owner, texts } : ifAnyScreen({ owner, texts }, screens)]
      }),
    )
  }

  #ifAnyScreen(panel: Panel): Panel {
    const manifests = this.#registries.dashboards.manifests(panel.id)
    const assistants = manifests.flatMap((manifest) => manifest.assistants ?? [])
    return ifAnyScreen({ ...panel, ...(assistants.length > 0 && { assistants }) }, manifests)
  }
}

/** A part for callers who may see one of the screens. */
function ifAnyScreen<Part extends object>(part: Part, manifests: readonly ModuleManifest[]): Part {
  const screens = manifests.flatMap((manifest) => manifest.screens)
  const needed = screens.flatMap(({ permission }) => permission ?? [])
  return needed.length === screens.length ? shownWithAny(part, needed) : part
}

/** The texts for `de-AT` are those for `de`, and those that are different in Austria. */
function textsIn(translations: Translations, locale: string): Readonly<Record<string, string>> {
  return { ...translations[languageOf(locale)], ...translations[locale] }
}

const languageOf = (locale: string) => locale.split('-', 1)[0] ?? ''

const LOCALE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/
const NO_TRANSLATIONS: readonly TranslationCatalogue[] = []

/** Makes a value once per name, until the registries change or too many other values were made. Misses are not cached. */
type Once = <Made extends object | undefined>(name: string, make: () => Made) => Made

/**
 * Caches values derived from the registries until the registries change.
 * @param options.most the number of cached values. Default: all
 */
export function perVersion(registries: Registries, { most = Infinity }: { most?: number } = {}): Once {
  const kept = new Map<string, object>()
  let version = registries.version
  return <Made extends object | undefined>(name: string, make: () => Made): Made => {
    if (version !== registries.version) kept.clear()
    version = registries.version
    const known = kept.get(name)
    if (known !== undefined) return known as Made
    const made = make()
    if (made === undefined) return made
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= most) kept.delete(oldest)
    kept.set(name, made)
    return made
  }
}
