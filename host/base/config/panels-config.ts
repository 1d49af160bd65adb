/** A panel that may be materialized, as `panels.config.json` lists it. */
export interface PanelConfig {
  readonly id: string
  readonly title: string
  readonly icon?: string
  /** Default: the place in the file, 10 apart. */
  readonly sort: number
  /** Default true. */
  readonly enabled: boolean
}

/** `panels.config.json` with its defaults filled in (design section 6). */
export interface PanelsConfig {
  readonly panels: readonly PanelConfig[]
  readonly plugins: {
    /** Ids of the plugins that are active on first sight. */
    readonly active: readonly string[]
    /** Settings of plugins by their ids, until an operator changes them. */
    readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
}
