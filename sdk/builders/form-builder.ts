import type { FieldDraft } from './field-builder.ts'
import { drafts_of, FieldFactory, type FormNode } from './field-factory.ts'
import type { LayoutDraft } from './layout-builder.ts'
import type { Origin } from '../declaration/origin.ts'

/** A form as declared. Without `fields` it takes every writable field of the record. */
export interface FormDraft {
  readonly origin: Origin
  fields?: LayoutDraft<FieldDraft>[]
}

/** Configures the form of the create and the edit screen. */
export class FormBuilder<Row> {
  readonly draft: FormDraft

  constructor(draft: FormDraft) {
    this.draft = draft
  }

  fields(make: (field: FieldFactory<Row>) => readonly FormNode<Row>[]): this {
    this.draft.fields = drafts_of(make(new FieldFactory()))
    return this
  }
}
