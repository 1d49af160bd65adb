import type { CalendarOptions, ListRules } from '@atrium/sdk'
import type { Fields } from './field-info.ts'
import { knownNames } from '../checks/known-names.ts'
import type { WidgetPlace } from './widget-place.ts'

interface CalendarSource extends WidgetPlace {
  /** Undefined where the list is none of the record kit's. */
  readonly fields: Fields | undefined
  readonly rules: ListRules | undefined
}

/** What a calendar names has to be there, and its list has to know the question that is put to it with every turn of the page. */
export function checkCalendar(options: CalendarOptions, { id, fields, rules, report, origin }: CalendarSource): void {
  for (const name of namesIn(options)) {
    if (fields === undefined || fields.has(name)) continue
    report({
      code: 'field_unknown',
      message: `The calendar [${id}] shows [${name}], which is no field of its record.`,
      fix: knownNames(name, fields.keys()),
      origin,
    })
  }
  const { starts } = options
  if (rules === undefined || !fields?.has(starts)) return
  if (rules.filter?.includes(starts) !== true) {
    report({
      code: 'filter_not_supported',
      message: `The calendar [${id}] asks for a range of [${starts}], which its list does not filter by.`,
      fix: `Add '${starts}' to the store's \`filter\`.`,
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

function namesIn({ starts, ends, title, resource, color_by }: CalendarOptions): string[] {
  const names = [title, resource, color_by].map((field) => (typeof field === 'object' ? field.field : field))
  return [...new Set([starts, ends, ...names])].filter((name) => name !== undefined)
}
