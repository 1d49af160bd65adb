import type { CalendarOptions, ListRules } from '@atrium/sdk'
import type { CalendarField, CalendarResource, CalendarMove } from '@atrium/sdk/host'
import { label_of } from '@atrium/sdk'
import type { CalendarWidget, Filter } from '@atrium/sdk/documents'
import { knownNames } from '../checks/finding.ts'
import { reportList, reportTarget } from './asked-query.ts'
import { absolutePath, permissionOf, reportScreen, reportUnanswered } from '../checks/route-index.ts'
import type { Fields } from './field-info.ts'
import { fieldsOf } from './field-info.ts'
import { reportValues } from './values.ts'
import type { WidgetPlace } from './make-chart.ts'

/** The declaration of a calendar. */
interface DeclaredCalendar {
  readonly title: string
  readonly path: string
  readonly options: CalendarOptions
}

/** Makes a calendar. If another plugin owns the list, only its path is known. */
export function makeCalendar({ title, path, options }: DeclaredCalendar, place: WidgetPlace): CalendarWidget {
  const { id, routes, api_base } = place
  const list_path = absolutePath(path, api_base)
  const list = routes.find('GET', list_path)?.declaration
  const fields = list?.record && fieldsOf(list.record)
  const who = `The calendar [${id}]`
  reportList(list_path, { who, ...place })
  for (const screen of [options.screen, options.create?.path]) reportScreen(screen, { who, ...place })
  checkCalendar(options, { fields, rules: list?.rules, ...place })
  const shown = (field: CalendarField) => makeShown(field, { fields, api_base, place })
  const { starts, ends, resource, color_by, counts, hours, filters, screen, create, move } = options
  return {
    kind: 'calendar',
    id,
    title,
    list_path,
    ...(counts !== undefined && { counts_path: answeredPath(counts, place) }),
    ...(hours !== undefined && { hours_path: answeredPath(hours, place) }),
    ...(filters !== undefined && { filters: filters.map((field) => filterOf(shown(field), { fields, place })) }),
    starts,
    ends,
    entry_title: shown(options.title),
    ...(resource !== undefined && { resource: { ...shown(resource), ...choicesOf(resource, place) } }),
    ...(color_by !== undefined && {
      color_by: { name: color_by.field, ...optionsOf(fields, color_by.field), colors: { ...color_by.colors } },
    }),
    ...(screen !== undefined && { view_path: screen }),
    ...(create !== undefined && { create: { ...create, ...permissionOf(routes.find('POST', list_path)) } }),
    ...(move !== undefined && { move: makeCalendarMove(options, move, { fields, ...place }) }),
  }
}

/** The path of figures of the plugin's own, which has to be a route. */
function answeredPath(path: string, { id, api_base, routes, report, origin }: WidgetPlace): string {
  const absolute = absolutePath(path, api_base)
  reportUnanswered(absolute, { who: `The calendar [${id}]`, routes, report, origin })
  return absolute
}

/** A filter that fits its field: related records, yes and no, or the options. */
function filterOf(
  { name, label, options = [], relation }: CalendarWidget['entry_title'],
  { fields, place }: Pick<ShownPlace, 'fields' | 'place'>,
): Filter {
  const field = fields?.get(name)
  if (relation) return { kind: 'relation', name, label, relation }
  if (field?.type === 'boolean') return { kind: 'ternary', name, label }
  if (field && options.length === 0)
    place.report({
      code: 'kind_mismatch',
      message: `The calendar [${place.id}] offers to filter by [${name}], which has no options and is no boolean.`,
      fix: `Name the records that it points at: \`{ field: '${name}', list_path, title_attribute }\`, or filter by another field.`,
      origin: place.origin,
    })
  return { kind: 'select', name, label, options, multiple: true }
}

function choicesOf(resource: CalendarResource, { id, api_base, routes, report, origin }: WidgetPlace) {
  if (typeof resource !== 'object' || !('choices_path' in resource) || resource.choices_path === undefined) return {}
  const choices_path = absolutePath(resource.choices_path, api_base)
  reportList(choices_path, { who: `The calendar [${id}]`, routes, report, origin })
  return { choices_path }
}

interface ShownPlace {
  readonly fields: Fields | undefined
  readonly api_base: string | undefined
  readonly place: WidgetPlace
}

function makeShown(field: CalendarField, { fields, api_base, place }: ShownPlace): CalendarWidget['entry_title'] {
  if (typeof field !== 'object') return { name: field, label: labelOf(fields, field), ...optionsOf(fields, field) }
  const { field: name, title_attribute } = field
  const list_path = absolutePath(field.list_path, api_base)
  reportTarget({ list_path, title_attribute }, { ...place, who: `The calendar [${place.id}]` })
  return {
    name,
    label: labelOf(fields, name),
    relation: { list_path, title_attribute },
  }
}

const labelOf = (fields: Fields | undefined, name: string) => fields?.get(name)?.label ?? label_of(String(name))

function optionsOf(fields: Fields | undefined, name: string) {
  const options = fields?.get(name)?.options
  return options === undefined ? {} : { options }
}

/** Minutes. Most appointments start on this grid. */
const STEP = 15

interface MovePlace extends WidgetPlace {
  /** Undefined if the list does not belong to a record kit. */
  readonly fields: Fields | undefined
}

/** Makes the rule for moving entries. The record is read and changed at one path, and the fields of its position must be writable. */
function makeCalendarMove(
  options: CalendarOptions,
  { path: declared, step = STEP, when, confirm }: CalendarMove,
  place: MovePlace,
): NonNullable<CalendarWidget['move']> {
  const { id, fields, api_base, routes, report, origin } = place
  const path = absolutePath(declared, api_base)
  reportUnchangeable(path, place)
  reportReadOnly(options, place)
  if (when !== undefined && fields !== undefined && !fields.has(when.field)) {
    report({
      code: 'field_unknown',
      message: `The calendar [${id}] decides by [${when.field}] whether an entry can be moved, but that is not a field of its record.`,
      fix: knownNames(when.field, fields.keys()),
      origin,
    })
  }
  return {
    path: path.replaceAll(/\{\w+\}/g, '{id}'),
    step,
    ...(when !== undefined && { when }),
    ...(confirm !== undefined && { confirm }),
    ...permissionOf(routes.find('PATCH', path)),
  }
}

/** The routes of other plugins are not checked. */
function reportUnchangeable(path: string, { id, routes, report, origin }: MovePlace): void {
  const missing = (['GET', 'PATCH'] as const).find((method) => routes.find(method, path) === undefined)
  if (missing === undefined || !routes.isOwn(path)) return
  report({
    code: 'widget_route_missing',
    message: `The calendar [${id}] moves entries with [${missing} ${path}], which is not declared.`,
    fix: `${routes.hint(missing, path)}Declare it in \`register_routes\` (\`routes.records\` does), or correct the path.`,
    origin,
  })
}

function reportReadOnly({ starts, ends, resource }: CalendarOptions, { id, fields, report, origin }: MovePlace): void {
  for (const name of [starts, ends, typeof resource === 'object' ? resource.field : resource]) {
    if (name === undefined || fields?.get(name)?.readOnly !== true) continue
    report({
      code: 'field_read_only',
      message: `The calendar [${id}] moves entries by writing [${name}], which is read-only in its record.`,
      fix: 'Remove `readOnly` from the field, or `move` from the calendar.',
      origin,
    })
  }
}

interface CalendarSource extends WidgetPlace {
  /** Undefined if the list does not belong to a record kit. */
  readonly fields: Fields | undefined
  readonly rules: ListRules | undefined
}

/** Checks that the fields of a calendar exist, and that its list can be filtered and sorted by the start. */
function checkCalendar(options: CalendarOptions, { id, fields, rules, report, origin }: CalendarSource): void {
  for (const name of namesIn(options)) {
    if (fields === undefined || fields.has(name)) continue
    report({
      code: 'field_unknown',
      message: `The calendar [${id}] shows [${name}], which is not a field of its record.`,
      fix: knownNames(name, fields.keys()),
      origin,
    })
  }
  const { starts, color_by, filters = [] } = options
  if (color_by !== undefined)
    reportValues(Object.keys(color_by.colors ?? {}), fields?.get(color_by.field), {
      ...{ who: `The calendar [${id}]`, report, origin, code: 'value_unknown' },
    })
  if (rules === undefined || !fields?.has(starts)) return
  for (const name of [starts, ...filters.map(nameOf)]) {
    if (!fields.has(name) || rules.filter?.includes(name) === true) continue
    report({
      code: 'filter_not_supported',
      message: `The calendar [${id}] ${name === starts ? 'requests a range of' : 'offers to filter by'} [${name}], but its list cannot be filtered by it.`,
      fix: `Add '${name}' to the store's \`filter\`.`,
      origin,
    })
  }
  if (rules.sort?.includes(starts) !== true) {
    report({
      code: 'sort_not_supported',
      message: `The calendar [${id}] is sorted by [${starts}], but its list cannot be sorted by it.`,
      fix: `Add '${starts}' to the store's \`sort\`.`,
      origin,
    })
  }
}

function namesIn({ starts, ends, title, resource, color_by, filters = [] }: CalendarOptions): string[] {
  const names = [title, resource, color_by, ...filters].map((field) => field && nameOf(field))
  return [...new Set([starts, ends, ...names])].filter((name) => name !== undefined)
}

const nameOf = (field: CalendarField | NonNullable<CalendarOptions['color_by']>) =>
  typeof field === 'object' ? field.field : field
