import type { Caller } from '@atrium/sdk'
import type { FormDefinition } from '@atrium/sdk/documents'
import { hideDenied } from './hide-denied.ts'
import { hideDeniedFields } from './hide-denied-fields.ts'

/** A document as one caller may see it. */
export function shownTo<Document extends object>(caller: Caller, document: Document): Document {
  const can = (permission: string) => caller.can(permission)
  return hideDenied(isForm(document) ? hideDeniedFields(document, can) : document, can) as Document
}

const isForm = (document: object): document is FormDefinition => 'fields' in document && 'layout' in document
