import type { FieldDraft } from '@atrium/sdk'
import type { FieldInfo } from './field-info.ts'

/** Why a kind of field cannot take the values of a field; undefined where it can. `of` is what the form is about. */
export function fieldMisfit({ kind }: FieldDraft, field: FieldInfo, of: 'record' | 'body'): string | undefined {
  switch (kind) {
    case 'tags':
      return field.type === 'texts' ? undefined : 'holds no array of texts'
    case 'file':
      return of === 'body' ? undefined : 'is a file, which is not sent with a record: upload it by an action'
    default:
      return undefined
  }
}
