import { require_base } from '../declaration/require-path.ts'
import type { TObject } from 'typebox'
import { label_of } from '../declaration/label-of.ts'
import type { Origin } from '../declaration/origin.ts'
import { origin_of } from '../declaration/origin.ts'
import {
  require_choice,
  require_currency,
  require_function,
  require_id,
  require_names,
  require_text,
} from '../declaration/require.ts'
import { Color } from '../documents/values.ts'
import type { IconName } from '../documents/icon-name.ts'
import type { StatsWidget } from '../documents/widget.ts'
import type { CalendarOptions, ChartOptions, ChatOptions } from './widget-options.ts'
import type { RelationDraft } from './relation-builder.ts'
import { Builder, draft_of, drafts_of } from './builder.ts'
import { element_draft, type ElementDraft } from './element-draft.ts'
import { RelationBuilder } from './relation-builder.ts'
import { require_calendar, require_chart, require_series, require_step } from './require-widgets.ts'

type Stat = StatsWidget['stats'][number]

const STATS = "stats('/figures', (stat) => [stat.number('active')])"

/** Configures one figure. */
class StatBuilder extends Builder<Stat> {
  label(label: string): this {
    return this.set({ label: require_text('label', label) })
  }

  color(color: Color): this {
    return this.set({ color: require_choice('color', color, Color.enum) })
  }
}

/** Makes figures: `(stat) => [stat.number('active')]`. Names are members of the answer. */
class StatFactory {
  number(name: string): StatBuilder {
    return new StatBuilder({ kind: 'number', name, label: label_of(name) })
  }

  money(name: string, currency = 'EUR'): StatBuilder {
    return new StatBuilder({
      kind: 'money',
      name,
      label: label_of(name),
      currency: require_currency('money', currency),
    })
  }
}

interface ChartDraft {
  readonly kind: 'chart'
  readonly origin: Origin
  readonly title: string
  readonly path: string
  readonly options: ChartOptions
}

interface CalendarDraft {
  readonly kind: 'calendar'
  readonly origin: Origin
  readonly title: string
  readonly path: string
  readonly options: CalendarOptions
}

interface ChatDraft {
  readonly kind: 'chat'
  readonly origin: Origin
  readonly title: string
  readonly options: ChatOptions
}

interface ElementWidgetDraft {
  readonly kind: 'element'
  readonly origin: Origin
  readonly title: string
  readonly path?: string
  readonly shows: ElementDraft
}

/** A block of a custom dashboard as declared. */
export type DashboardWidgetDraft =
  | { readonly kind: 'stats'; readonly origin: Origin; readonly path: string; readonly stats: StatsWidget['stats'] }
  | { readonly kind: 'table'; readonly origin: Origin; readonly table: RelationDraft }
  | ChartDraft
  | CalendarDraft
  | ChatDraft
  | ElementWidgetDraft

/** A custom dashboard as declared. */
export interface DashboardDraft {
  readonly origin: Origin
  readonly panel_id: string
  readonly module_id: string
  readonly hide_title: boolean
  id?: string
  title?: string
  path?: string
  api_base?: string
  icon?: string
  permission?: string
  nav_group?: { readonly group: string; readonly sort: number }
  readonly widgets: DashboardWidgetDraft[]
}

/** Declares a screen that belongs to no single resource. */
export class DashboardBuilder extends Builder<DashboardDraft> {
  id(id: string): this {
    return this.set({ id: require_id('dashboard', id) })
  }

  title(title: string): this {
    return this.set({ title: require_text('title', title) })
  }

  /** The segment below the panel: `overview` → `/operations/overview`. Unique in its panel. */
  path(path: string): this {
    return this.set({ path: require_text('path', path) })
  }

  api_base(path: string): this {
    return this.set({ api_base: require_base(path) })
  }

  /** An icon of the shell, by its Tabler name. */
  icon(icon: IconName): this {
    return this.set({ icon: require_text('icon', icon) })
  }

  /** The permission to see the screen. Default: the permissions of everything it shows. */
  permission(permission: string): this {
    return this.set({ permission: require_text('permission', permission) })
  }

  nav_group(group: string, nav_sort = 1000): this {
    return this.set({ nav_group: { group: require_text('nav_group', group), sort: nav_sort } })
  }

  /** Figures from one GET: `.stats('/items/stats', (stat) => [stat.number('active'), stat.money('value')])`. */
  stats(path: string, make: (stat: StatFactory) => readonly StatBuilder[]): this {
    const stats = drafts_of('stats', require_function('stats', make, STATS)(new StatFactory()))
    const checked = require_text('stats', path)
    return this.#add({ kind: 'stats', origin: origin_of(this.stats), path: checked, stats })
  }

  /**
   * Lines, bars or areas over the rows of one GET, with a table of the same figures for screen readers:
   *
   *     .chart('New clients', '/summary', { kind: 'bar', x: 'day', series: [{ field: 'new_clients' }], rows: 'series' })
   */
  chart(title: string, path: string, options: ChartOptions): this {
    require_choice('chart', require_names('chart', options, ['kind', 'x']).kind, ['line', 'bar', 'area'])
    require_series(options.series)
    require_chart(options)
    return this.#add({
      kind: 'chart',
      origin: origin_of(this.chart),
      title: require_text('chart', title),
      path: require_text('chart', path),
      options,
    })
  }

  /**
   * The records of a list as entries of a calendar: by day, week, month, or as a list.
   *
   *     .calendar('Bookings', '/bookings', { starts: 'starts_at', ends: 'ends_at', title: 'subject', screen: '/operations/bookings/:id' })
   */
  calendar(title: string, path: string, options: CalendarOptions): this {
    require_step(options?.move)
    require_calendar(require_names('calendar', options, ['starts', 'ends']))
    return this.#add({
      kind: 'calendar',
      origin: origin_of(this.calendar),
      title: require_text('calendar', title),
      path: require_text('calendar', path),
      options,
    })
  }

  /**
   * A chat with agents, of this plugin or another one. It shows nothing to people who may not use it, and while its plugin is not running.
   *
   *     .chat('Assistant', { namespace: 'ai-agents' })
   */
  chat(title: string, options: ChatOptions): this {
    return this.#add({
      kind: 'chat',
      origin: origin_of(this.chat),
      title: require_text('chat', title),
      options: require_names('chat', options, ['namespace']),
    })
  }

  /**
   * A block that an element of the plugin itself draws: a function that the module of `atrium.elements` exports under this name.
   *
   *     .element('Ratings', 'rating_chart', { path: '/ratings/summary', most: 5 })
   *
   * With a path, the element gets the answer of this GET and its changes. It also gets the other options.
   */
  element(
    title: string,
    element: string,
    { path, ...options }: { readonly path?: string; readonly [option: string]: unknown } = {},
  ): this {
    const shows = element_draft(`element('${title}', `, element, Object.keys(options).length > 0 ? options : undefined)
    return this.#add({
      kind: 'element',
      origin: origin_of(this.element),
      title: require_text('element', title),
      ...(path !== undefined && { path: require_text('element', path) }),
      shows,
    })
  }

  /** A list: `.table(Item, (list) => list.id('latest').list_path('/items').table((table) => …))`. */
  table<Schema extends TObject>(
    record: Schema,
    configure: (list: ReturnType<typeof list_of<Schema>>) => unknown,
  ): this {
    const origin = origin_of(this.table)
    const list = list_of(record, origin)
    require_function('table', configure, "table(Item, (list) => list.id('latest').list_path('/items'))")(list)
    return this.#add({ kind: 'table', origin, table: draft_of(list) })
  }

  #add(widget: DashboardWidgetDraft): this {
    draft_of<DashboardDraft>(this).widgets.push(widget)
    return this
  }
}

const list_of = <Schema extends TObject>(record: Schema, origin: Origin) =>
  new RelationBuilder({ origin }).record(record)
