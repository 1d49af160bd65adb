/**
 * @atrium/sdk: all that a plugin may know. Everything exported here is public API; adding a line is a decision.
 */
export { Type, type Static } from 'typebox'

export { ActionBuilder, ActionFactory, type ActionDraft } from './builders/action-builder.ts'
export {
  BadgeColumnBuilder,
  ColumnBuilder,
  type ColumnDraft,
  MoneyColumnBuilder,
  TextColumnBuilder,
} from './builders/column-builder.ts'
export { ColumnFactory } from './builders/column-factory.ts'
export { DashboardBuilder, type DashboardDraft, type DashboardWidgetDraft } from './builders/dashboard-builder.ts'
export { DeclarationError } from './builders/declaration-error.ts'
export { emit_dashboard, type EmitDashboardOptions } from './builders/emit-dashboard.ts'
export type { EntryBuilder, EntryDraft } from './builders/entry-builder.ts'
export { EntryFactory } from './builders/entry-factory.ts'
export type { AnyRecord } from './builders/field-of.ts'
export type { FieldBuilder, FieldDraft } from './builders/field-builder.ts'
export { FieldFactory } from './builders/field-factory.ts'
export { FilterBuilder, type FilterDraft, FilterFactory } from './builders/filter-builder.ts'
export { FormBuilder, type FormDraft } from './builders/form-builder.ts'
export { InfolistBuilder, type InfolistDraft } from './builders/infolist-builder.ts'
export { label_of } from './builders/label-of.ts'
export type { LayoutBuilder, LayoutDraft } from './builders/layout-builder.ts'
export { money } from './builders/money.ts'
export type { Origin } from './builders/origin.ts'
export { register_resource } from './builders/register-resource.ts'
export { RelationBuilder, type RelationDraft } from './builders/relation-builder.ts'
export { ResourceBuilder } from './builders/resource-builder.ts'
export type { Pages, ResourceDraft } from './builders/resource-draft.ts'
export type { ResourceRegistry } from './builders/resource-registry.ts'
export { TableBuilder, type TableDraft } from './builders/table-builder.ts'

export { ApiError, type ApiErrorOptions, type OwnErrorOptions } from './operations/api-error.ts'
export type { Call } from './operations/call.ts'
export type { Caller } from './operations/caller.ts'
export { entity_tag_of, with_entity_tag } from './operations/entity-tag.ts'
export { type CataloguedError, ERROR_CATALOGUE, type ErrorCode } from './operations/error-catalogue.ts'
export type { Comparison, ListFilter, ListQuery, Operand } from './operations/list-query.ts'
export type { ListRules } from './operations/list-rules.ts'
export type { ChangeOptions, Patch, RecordStore } from './operations/record-store.ts'
export { as_caller, present_caller } from './operations/present-call.ts'
export { Created, created, Page, page } from './operations/results.ts'
export type { RouteDeclaration, RouteKind } from './operations/route-declaration.ts'
export type { RawQuery, RouteOptions } from './operations/route-options.ts'
export type { EachRoute, RecordPath, Result, RoutePath, Routes } from './operations/routes.ts'
export { table_store, type TableStoreOptions } from './operations/table-store.ts'

export type { Channels, Connection, Exchange, MessageRule } from './services/channels.ts'
export type { Events, PlatformEvent } from './services/events.ts'
export type { Job, JobOptions, Jobs } from './services/jobs.ts'
export type { Logger } from './services/logger.ts'
export type { InnerCallOptions, PluginContext } from './services/plugin-context.ts'
export type { PluginInfo } from './services/plugin-info.ts'
export type { Secrets } from './services/secrets.ts'
export type { OperationName, OwnToolOptions, ToolCall, ToolOptions, Tools } from './services/tools.ts'
export type { Undo } from './services/undo.ts'
