import { tablePrefix } from '../../base/db/index.ts'

/** What a new plugin calls its things, all of it made from its id. */
export interface PluginNames {
  /** `repair-shop` */
  readonly id: string
  /** `Repair shop` */
  readonly title: string
  /** `atrium-plugin-repair-shop` */
  readonly packageName: string
  /** `repair_shop_` */
  readonly tablePrefix: string
  /** Where its screens are. */
  readonly panel: string
}

export function pluginNames(id: string, { panel }: { panel: string }): PluginNames {
  const words = id.replaceAll('-', ' ')
  return {
    id,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    packageName: `atrium-plugin-${id}`,
    tablePrefix: tablePrefix(id),
    panel,
  }
}
