import type { CalendarOptions } from '@atrium/sdk'
import type { CalendarMove } from '@atrium/sdk/host'
import type { CalendarWidget } from '@atrium/sdk/documents'
import { absolutePath } from '../checks/absolute-path.ts'
import type { Fields } from './field-info.ts'
import { permissionOf } from '../documents/resource-context.ts'
import { knownNames } from '../checks/known-names.ts'
import type { WidgetPlace } from './widget-place.ts'

/** Minutes: what most appointments begin at. */
const STEP = 15

interface MovePlace extends WidgetPlace {
  /** Undefined where the list is none of the record kit's. */
  readonly fields: Fields | undefined
}

/** Makes how entries are moved. The record is read and changed at one path, and where it stands has to be writable. */
export function makeCalendarMove(
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
      message: `The calendar [${id}] asks whether an entry moves by [${when.field}], which is no field of its record.`,
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

/** Of another plugin's routes nothing can be said here. */
function reportUnchangeable(path: string, { id, routes, report, origin }: MovePlace): void {
  const missing = (['GET', 'PATCH'] as const).find((method) => routes.find(method, path) === undefined)
  if (missing === undefined || !routes.isOwn(path)) return
  report({
    code: 'widget_route_missing',
    message: `The calendar [${id}] moves entries by [${missing} ${path}], which nobody declares.`,
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
      fix: 'Take `readOnly` from the field, or `move` from the calendar.',
      origin,
    })
  }
}
