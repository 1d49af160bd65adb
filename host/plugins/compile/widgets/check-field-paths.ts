import type { FieldDraft } from '@atrium/sdk/host'
import type { Field } from '@atrium/sdk/documents'
import type { Fields } from './field-info.ts'
import type { Report } from '../checks/finding.ts'
import { knownNames } from '../checks/known-names.ts'
import { namedIn } from './named-in-path.ts'
import { reportUnanswered } from '../checks/report-unanswered.ts'
import type { RouteIndex } from '../checks/route-index.ts'

interface PathContext {
  readonly resource: {
    readonly id: string
    readonly fields: Fields
    readonly hasRecord?: boolean | undefined
  }
  /** All fields of the form. */
  readonly fields: Readonly<Record<string, Field>>
  readonly report: Report
  /** Undefined where nothing can be said of routes. */
  readonly routes?: RouteIndex | undefined
}

/** What a path may name besides the other fields: the record that is edited, and for slots what is asked of them. */
const GIVEN = { relation: ['id'], slot: ['id', 'from', 'to', 'zone'] }

/** Holds the paths that a field asks while one fills the form in: what they name is in the form, and a route answers them. */
export function checkFieldPaths(draft: FieldDraft, { resource, fields, report, routes }: PathContext): void {
  const field = fields[draft.name]
  if (field?.kind !== 'relation' && field?.kind !== 'slot') return
  const { origin, name } = draft
  const { id, hasRecord } = resource
  const path = field.kind === 'slot' ? field.slots.path : (field.choices_path ?? field.relation.list_path)
  const known = hasRecord ? [...resource.fields.keys()] : Object.keys(fields)
  const others = known.filter((other) => other !== name)
  for (const named of namedIn(path).filter((each) => !others.includes(each) && !GIVEN[field.kind].includes(each))) {
    report({
      code: 'field_unknown',
      message: `The field [${name}] in the form of [${id}] asks [${path}], but [${named}] is no other field of the form.`,
      fix: knownNames(named, others),
      origin,
    })
  }
  if (routes)
    reportUnanswered(path.replace(/\?.*$/, ''), {
      who: `The field [${name}] in the form of [${id}]`,
      routes,
      report,
      origin,
    })
}
