/**
 * @atrium/sdk: all that a plugin may know. Everything exported here is public API; adding a line is a decision.
 */
export type { Knex } from 'knex'
export { Type, type Static } from 'typebox'

export {
  ActionBuilder,
  ActionFactory,
  FormActionBuilder,
  type ActionDraft,
  type ActionFormDraft,
} from './builders/action-builder.ts'
export type { CalendarField, CalendarMove, CalendarOptions, CalendarResource } from './builders/widget-options.ts'
export type { ChartOptions } from './builders/widget-options.ts'
export {
  BadgeColumnBuilder,
  ColumnBuilder,
  type ColumnDraft,
  MoneyColumnBuilder,
  TextColumnBuilder,
} from './builders/column-builder.ts'
export { ColumnFactory } from './builders/column-factory.ts'
export { collect_screens, type CollectedScreens, type LegacyDraft } from './builders/legacy-screens.ts'
export { DashboardBuilder, type DashboardDraft, type DashboardWidgetDraft } from './builders/dashboard-builder.ts'
export type { DashboardRegistry, LegacyScreen } from './builders/legacy-screens.ts'
export { DeclarationError } from './declaration/declaration-error.ts'
export { emit_dashboard, type EmitDashboardOptions } from './builders/registry.ts'
export type { EntryBuilder, EntryDraft } from './builders/entry-builder.ts'
export { EntryFactory } from './builders/entry-factory.ts'
export type { AnyRecord } from './builders/field-of.ts'
export type { FieldBuilder, FieldDraft } from './builders/field-builder.ts'
export { FieldFactory } from './builders/field-factory.ts'
export { FilterBuilder, type FilterDraft, FilterFactory } from './builders/filter-builder.ts'
export { FormBuilder, type FormDraft } from './builders/form-builder.ts'
export { InfolistBuilder, type InfolistDraft } from './builders/infolist-builder.ts'
export { label_of } from './declaration/label-of.ts'
export type { LayoutBuilder, LayoutDraft } from './builders/layout-builder.ts'
export { money } from './records/record-schemas.ts'
export type { Origin } from './declaration/origin.ts'
export { register_resource } from './builders/registry.ts'
export { RelationBuilder, type RelationDraft } from './builders/relation-builder.ts'
export { ResourceBuilder } from './builders/resource-builder.ts'
export type { Pages, ResourceDraft } from './builders/resource-builder.ts'
export type { ResourceRegistry } from './builders/registry.ts'
export { TableBuilder, type TableDraft } from './builders/table-builder.ts'

export { headers_of, with_headers } from './routes/results.ts'
export { ApiError, type ApiErrorOptions, type OwnErrorOptions } from './errors/api-error.ts'
export { array_store } from './records/array-store.ts'
export type { Attempt } from './errors/attempt.ts'
export { attempt_each } from './errors/attempt.ts'
export { attempt_rest } from './errors/attempt.ts'
export { BulkRequest, BulkResult } from './documents/bulk.ts'
export { RecordSection } from './documents/sections-widget.ts'
export type { Call } from './routes/call.ts'
export type { Caller } from './services/caller.ts'
export { collect_routes, type CollectedRoutes } from './routes/collect-routes.ts'
export { entity_tag_of, with_entity_tag } from './records/versions.ts'
export { type CataloguedError, ERROR_CATALOGUE, type ErrorCode } from './errors/error-catalogue.ts'
export { field_type, type FieldType } from './lists/record-fields.ts'
export { insert_rows } from './records/insert-rows.ts'
export { list_parameters, type ListParameter } from './lists/list-rules.ts'
export { type InvalidValue, invalid_values } from './errors/api-error.ts'
export type { Comparison, ListFilter, ListQuery, Operand } from './lists/list-query.ts'
export type { ListRules } from './lists/list-rules.ts'
export { nearest_name } from './declaration/nearest-name.ts'
export { parse_list_query } from './lists/parse-list-query.ts'
export { is_paged, LARGEST_PAGE, PAGE_SIZE, type Paging, parse_paging } from './lists/parse-paging.ts'
export { as_caller, present_caller, present_request } from './services/caller.ts'
export { parse_query_string } from './lists/query-string.ts'
export { record_fields, type RecordField } from './lists/record-fields.ts'
export { record_schemas, type RecordSchemas } from './records/record-schemas.ts'
export type { ChangeOptions, Patch, RecordId, RecordStore, StoredTable, WritableStore } from './records/record-store.ts'
export { Created, created, Page, page } from './routes/results.ts'
export type { RouteDeclaration, RouteKind } from './routes/route-declaration.ts'
export type { RawQuery, RouteOptions } from './routes/route-options.ts'
export type { EachRoute, RecordPath, Result, RoutePath, Routes } from './routes/routes.ts'
export { scoped_rows } from './records/scope.ts'
export { seed_rows } from './records/insert-rows.ts'
export { table_store, type TableStoreOptions } from './records/table-store.ts'
export { visible_rules, visible_to, withheld_fields } from './records/withheld-fields.ts'

export type { Channels, Connection, Exchange, MessageRule } from './services/channels.ts'
export { collect_channels, type CollectedChannels } from './services/channels.ts'
export { collect_tools, type CollectedTools } from './services/tools.ts'
export type { Contribution } from './services/plugin-context.ts'
export type { Events, PlatformEvent } from './services/events.ts'
export type { Files, PutOptions, StoredFile } from './services/files.ts'
export type { Job, JobOptions, Jobs } from './services/jobs.ts'
export type { Logger } from './services/logger.ts'
export type { NamespaceDeclaration } from './services/channels.ts'
export type { InnerCallOptions, PluginContext } from './services/plugin-context.ts'
export type { PluginInfo } from './services/plugin-context.ts'
export type { Secrets } from './services/secrets.ts'
export { type Random, seeded_random } from './services/seeding.ts'
export type { Seeding } from './services/seeding.ts'
export {
  require_event_name,
  require_job_name,
  require_own_event_name,
  require_own_place,
  require_place,
} from './services/service-names.ts'
export { type ToolBlock, ToolContent, tool_content } from './services/tools.ts'
export type { ToolDeclaration } from './services/tools.ts'
export type { OperationName, OwnToolOptions, ProgressOptions, ToolCall, ToolOptions, Tools } from './services/tools.ts'
export type { Undo } from './services/undo.ts'

export { SDK_VERSION } from './version.ts'
