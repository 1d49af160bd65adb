import type { TObject } from 'typebox'
import { DeclarationError } from '../declaration/declaration-error.ts'
import { label_of } from '../declaration/label-of.ts'
import type { Origin } from '../declaration/origin.ts'
import { origin_of } from '../declaration/origin.ts'
import { require_id, require_names, require_text } from '../declaration/require.ts'
import { MOVE_STEPS } from '../documents/calendar-widget.ts'
import type { Color } from '../documents/values.ts'
import type { IconName } from '../documents/icon-name.ts'
import type { StatsWidget } from '../documents/widget.ts'
import type { CalendarOptions, CalendarMove, ChartOptions } from './widget-options.ts'
import type { RelationDraft } from './relation-builder.ts'
import { RelationBuilder } from './relation-builder.ts'

type Stat = StatsWidget['stats'][number]

/** One figure. */
class StatBuilder {
  readonly draft: Stat

  constructor(draft: Stat) {
    this.draft = draft
  }

  label(label: string): this {
    this.draft.label = label
    return this
  }

  color(color: Color): this {
    this.draft.color = color
    return this
  }
}

/** Makes figures: `(stat) => [stat.number('active')]`. Names are members of the answer. */
class StatFactory {
  number(name: string): StatBuilder {
    return new StatBuilder({ kind: 'number', name, label: label_of(name) })
  }

  money(name: string, currency = 'EUR'): StatBuilder {
    return new StatBuilder({ kind: 'money', name, label: label_of(name), currency })
  }
}

/** Holds what TypeScript holds for authors in JavaScript too. @throws DeclarationError `argument_invalid` at the author's call */
function require_step(move: CalendarMove | undefined): void {
  if (move?.step === undefined || MOVE_STEPS.includes(move.step)) return
  throw new DeclarationError(
    'argument_invalid',
    `[calendar(…)] cannot move entries by [${String(move.step)}] minutes.`,
    {
      fix: `Give one of ${MOVE_STEPS.join(', ')}, which divide an hour.`,
    },
  )
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

/** A block of a custom dashboard as declared. */
export type DashboardWidgetDraft =
  | { readonly kind: 'stats'; readonly origin: Origin; readonly path: string; readonly stats: StatsWidget['stats'] }
  | { readonly kind: 'table'; readonly origin: Origin; readonly table: RelationDraft }
  | ChartDraft
  | CalendarDraft

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
export class DashboardBuilder {
  readonly draft: DashboardDraft

  constructor(draft: DashboardDraft) {
    this.draft = draft
  }

  id(id: string): this {
    this.draft.id = require_id('dashboard', id)
    return this
  }

  title(title: string): this {
    this.draft.title = require_text('title', title)
    return this
  }

  /** The segment below the panel: `overview` → `/operations/overview`. Unique in its panel. */
  path(path: string): this {
    this.draft.path = require_text('path', path)
    return this
  }

  api_base(path: string): this {
    this.draft.api_base = require_text('api_base', path)
    return this
  }

  /** One of the shell’s, by its Tabler name. */
  icon(icon: IconName): this {
    this.draft.icon = require_text('icon', icon)
    return this
  }

  /** Who sees the screen. Default: who may call everything it shows. */
  permission(permission: string): this {
    this.draft.permission = require_text('permission', permission)
    return this
  }

  nav_group(group: string, nav_sort = 1000): this {
    this.draft.nav_group = { group: require_text('nav_group', group), sort: nav_sort }
    return this
  }

  /** Figures from one GET: `.stats('/items/stats', (stat) => [stat.number('active'), stat.money('value')])`. */
  stats(path: string, make: (stat: StatFactory) => readonly StatBuilder[]): this {
    const stats = make(new StatFactory()).map((stat) => stat.draft)
    const checked = require_text('stats', path)
    this.draft.widgets.push({ kind: 'stats', origin: origin_of(this.stats), path: checked, stats })
    return this
  }

  /**
   * Lines, bars or areas over the rows of one GET, with a table of the same figures for who reads better than sees:
   *
   *     .chart('New clients', '/summary', { kind: 'bar', x: 'day', series: [{ field: 'new_clients' }], rows: 'series' })
   */
  chart(title: string, path: string, options: ChartOptions): this {
    this.draft.widgets.push({
      kind: 'chart',
      origin: origin_of(this.chart),
      title: require_text('chart', title),
      path: require_text('chart', path),
      options: require_names('chart', options, ['kind', 'x']),
    })
    return this
  }

  /**
   * The records of a list as entries of a calendar: by day, week, month, or one below the other.
   *
   *     .calendar('Bookings', '/bookings', { starts: 'starts_at', ends: 'ends_at', title: 'subject', screen: '/operations/bookings/:id' })
   */
  calendar(title: string, path: string, options: CalendarOptions): this {
    require_step(options?.move)
    this.draft.widgets.push({
      kind: 'calendar',
      origin: origin_of(this.calendar),
      title: require_text('calendar', title),
      path: require_text('calendar', path),
      options: require_names('calendar', options, ['starts', 'ends']),
    })
    return this
  }

  /** A list: `.table(Item, (list) => list.id('latest').list_path('/items').table((table) => …))`. */
  table<Schema extends TObject>(
    record: Schema,
    configure: (list: ReturnType<typeof list_of<Schema>>) => unknown,
  ): this {
    const origin = origin_of(this.table)
    const list = list_of(record, origin)
    configure(list)
    this.draft.widgets.push({ kind: 'table', origin, table: list.draft })
    return this
  }
}

const list_of = <Schema extends TObject>(record: Schema, origin: Origin) =>
  new RelationBuilder({ origin }).record(record)
