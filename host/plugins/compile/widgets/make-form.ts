import type { FormDefinition, JsonSchema } from '@atrium/sdk/documents'
import { revisionOf } from '../../../core/registries/revision-of.ts'
import type { FormBody, FormOwner } from './make-form-body.ts'

/** One FormDefinition, with an id that changes when anything in it changes. */
export function makeForm(
  body: FormBody,
  operation: FormDefinition['operation'],
  { resource, schema, submit }: FormPlace,
): FormDefinition {
  const content = { resource_id: resource.id, operation, submit, schema, ...body }
  const revision = revisionOf(content)
  return { id: `${resource.id}-${operation}-${revision.slice(0, 10)}`, revision, ...content }
}

export interface FormPlace {
  readonly resource: FormOwner
  readonly schema: JsonSchema
  readonly submit: FormDefinition['submit']
}
