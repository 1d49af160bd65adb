import type { EntryDraft } from './entry-builder.ts'
import { EntryFactory, type InfolistNode } from './entry-factory.ts'
import type { LayoutDraft } from './layout-builder.ts'
import type { Origin } from '../declaration/origin.ts'

/** An infolist as declared. Without `entries` it shows every visible field of the record; the id stands in the heading. */
export interface InfolistDraft {
  readonly origin: Origin
  entries?: LayoutDraft<EntryDraft>[]
}

/** Configures the view screen. */
export class InfolistBuilder<Row> {
  readonly draft: InfolistDraft

  constructor(draft: InfolistDraft) {
    this.draft = draft
  }

  entries(make: (entry: EntryFactory<Row>) => readonly InfolistNode[]): this {
    this.draft.entries = make(new EntryFactory<Row>()).map((node) => node.draft)
    return this
  }
}
