import type { JsonSchema } from '@atrium/sdk/documents'
import type { TObject } from 'typebox'
import type { Operation } from '../../../core/registries/index.ts'
import { knownNames } from './finding.ts'
import type { Asking } from './route-index.ts'

/** The schema of the records that a list returns: of the record kit, or of an array in the route's `response`. */
export function recordAnswered(list: Operation | undefined): TObject | undefined {
  if (list === undefined) return undefined
  const { record, options } = list.declaration
  const { items } = (options.response ?? {}) as { items?: TObject }
  return record ?? (items?.properties === undefined ? undefined : items)
}

interface Members {
  /** Default: GET. */
  readonly method?: string
  readonly path: string
  /** The members of the answer, or of its rows, that a widget shows. */
  readonly members: readonly string[]
  /** Describes the answer. Undefined or without properties: nothing is checked. */
  readonly schema: JsonSchema | undefined
}

/** Reports members that the answer of a route lacks, where its `response` describes them. */
export function reportMembers(
  { method = 'GET', path, members, schema }: Members,
  { who, report, origin }: Pick<Asking, 'who' | 'report' | 'origin'>,
): void {
  const { properties, additionalProperties } = schema ?? {}
  if (typeof properties !== 'object' || properties === null || additionalProperties) return
  const known = Object.keys(properties)
  for (const member of members.filter((each) => !known.includes(each))) {
    report({
      code: 'field_unknown',
      message: `${who} shows [${member}], which [${method} ${path}] does not answer.`,
      fix: knownNames(member, known),
      origin,
    })
  }
}
