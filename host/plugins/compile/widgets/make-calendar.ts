import { label_of } from '@atrium/sdk'
import type { CalendarOptions } from '@atrium/sdk'
import type { CalendarField, CalendarResource } from '@atrium/sdk/host'
import type { CalendarWidget } from '@atrium/sdk/documents'
import { absolutePath } from '../checks/absolute-path.ts'
import { checkCalendar } from './check-calendar.ts'
import { type Fields, fieldsOf } from './field-info.ts'
import { makeCalendarMove } from './make-calendar-move.ts'
import { permissionOf } from '../documents/resource-context.ts'
import { reportUnanswered } from '../checks/report-unanswered.ts'
import type { WidgetPlace } from './widget-place.ts'

/** A calendar as declared. */
interface DeclaredCalendar {
  readonly title: string
  readonly path: string
  readonly options: CalendarOptions
}

/** Makes a calendar. Of another plugin's list nothing is known but its path. */
export function makeCalendar({ title, path, options }: DeclaredCalendar, place: WidgetPlace): CalendarWidget {
  const { id, routes, api_base } = place
  const list_path = absolutePath(path, api_base)
  const list = routes.find('GET', list_path)?.declaration
  const fields = list?.record && fieldsOf(list.record)
  reportUnanswered(list_path, { who: `The calendar [${id}]`, ...place })
  checkCalendar(options, { fields, rules: list?.rules, ...place })
  const shown = (field: CalendarField) => makeShown(field, { fields, api_base })
  const { starts, ends, resource, color_by, screen, create, move } = options
  return {
    kind: 'calendar',
    id,
    title,
    list_path,
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

function choicesOf(resource: CalendarResource, { id, api_base, routes, report, origin }: WidgetPlace) {
  if (typeof resource !== 'object' || !('choices_path' in resource) || resource.choices_path === undefined) return {}
  const choices_path = absolutePath(resource.choices_path, api_base)
  reportUnanswered(choices_path, { who: `The calendar [${id}]`, routes, report, origin })
  return { choices_path }
}

interface ShownPlace {
  readonly fields: Fields | undefined
  readonly api_base: string | undefined
}

function makeShown(field: CalendarField, { fields, api_base }: ShownPlace): CalendarWidget['entry_title'] {
  if (typeof field !== 'object') return { name: field, label: labelOf(fields, field), ...optionsOf(fields, field) }
  const { field: name, list_path, title_attribute } = field
  return {
    name,
    label: labelOf(fields, name),
    relation: { list_path: absolutePath(list_path, api_base), title_attribute },
  }
}

const labelOf = (fields: Fields | undefined, name: string) => fields?.get(name)?.label ?? label_of(String(name))

function optionsOf(fields: Fields | undefined, name: string) {
  const options = fields?.get(name)?.options
  return options === undefined ? {} : { options }
}
