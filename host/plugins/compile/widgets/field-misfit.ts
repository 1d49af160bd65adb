import type { FieldDraft } from '@atrium/sdk/host'
import type { FieldInfo } from './field-info.ts'

/** What the fields of a form are of: a record, the body of an action, or one object of a list. */
export type FormSubject = 'record' | 'body' | 'item'

/** Why a kind of field cannot take the values of a field; undefined where it can. `of` is what the form is about. */
export function fieldMisfit({ kind }: FieldDraft, field: FieldInfo, of: FormSubject): string | undefined {
  switch (kind) {
    case 'tags':
      return field.type === 'texts' ? undefined : 'holds no array of texts'
    case 'repeater':
      return field.type === 'objects' ? undefined : 'holds no array of objects'
    case 'file':
      return of === 'body'
        ? undefined
        : `is a file, which is not sent with a ${of === 'item' ? 'list' : of}: upload it by an action`
    default:
      return undefined
  }
}
