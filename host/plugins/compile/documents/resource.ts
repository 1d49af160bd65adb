import type { ResourceDraft } from '@atrium/sdk/host'
import type { TObject } from 'typebox'
import type { Operation } from '../../../core/registries/operation.ts'
import type { Fields } from '../widgets/field-info.ts'

/** A declared resource with every default filled in and its routes found: what documents are made from. */
export interface Resource {
  readonly draft: ResourceDraft
  readonly id: string
  readonly title: string
  /** One of its kind, as it reads in a sentence. */
  readonly singular: string
  readonly panel_id: string
  readonly module_id: string
  /** `/operations/items`. */
  readonly screenPath: string
  readonly record: TObject
  readonly fields: Fields
  readonly titleField: string
  /** Absolute; the record's with `{id}`. */
  readonly paths: { readonly list: string; readonly create: string; readonly search: string; readonly record: string }
  readonly routes: {
    readonly list?: Operation
    readonly create?: Operation
    readonly read?: Operation
    readonly search?: Operation
    /** PATCH where there is one, else PUT. */
    readonly update?: Operation
    readonly delete?: Operation
    readonly deleteMany?: Operation
  }
  readonly pages: { readonly list: boolean; readonly create: boolean; readonly edit: boolean; readonly view: boolean }
}
