import type { TObject } from 'typebox'
import type { FormDraft } from './form-builder.ts'
import type { InfolistDraft } from './infolist-builder.ts'
import type { Origin } from '../declaration/origin.ts'
import type { RelationDraft } from './relation-builder.ts'
import type { TableDraft } from './table-builder.ts'

/** Which screens a resource has. */
export interface Pages {
  list?: boolean
  create?: boolean
  edit?: boolean
  view?: boolean
}

/** A resource as declared: plain data, read by the host once the plugin has said everything. */
export interface ResourceDraft {
  readonly origin: Origin
  readonly panel_id: string
  readonly module_id: string
  id?: string
  title?: string
  description?: string
  icon?: string
  record?: TObject
  api_base?: string
  module_path?: string
  record_title_attribute?: string
  nav_group?: { readonly group: string; readonly sort: number }
  badge_path?: string
  permission?: string
  pages?: Pages & { readonly origin: Origin }
  list_path?: string
  create_path?: string
  search_path?: string
  record_path?: string
  table?: TableDraft
  form?: FormDraft
  infolist?: InfolistDraft
  readonly relations: RelationDraft[]
  sections?: { readonly origin: Origin; readonly path: string }
}
