/**
 * @atrium/sdk: what a plugin author types. Everything exported here is public API; adding a line is a decision, and a test counts
 * them. What the host needs besides is in `@atrium/sdk/host`, what tests need in `@atrium/sdk/testing`.
 */
export type { Knex } from 'knex'
export { Type, type Static } from 'typebox'

export type { ActionFactory } from './builders/action-builder.ts'
export type { ColumnFactory } from './builders/column-builder.ts'
export type { DashboardBuilder } from './builders/dashboard-builder.ts'
export type { EntryFactory } from './builders/infolist-builder.ts'
export type { FieldFactory } from './builders/form-builder.ts'
export type { FilterFactory } from './builders/filter-builder.ts'
export type { FormBuilder } from './builders/form-builder.ts'
export type { InfolistBuilder } from './builders/infolist-builder.ts'
export type { DashboardRegistry } from './builders/legacy-screens.ts'
export { emit_dashboard, register_resource, type ResourceRegistry } from './builders/registry.ts'
export type { RelationBuilder } from './builders/relation-builder.ts'
export type { ResourceBuilder } from './builders/resource-builder.ts'
export type { TableBuilder } from './builders/table-builder.ts'
export type { CalendarOptions, ChartOptions } from './builders/widget-options.ts'

export { label_of } from './declaration/label-of.ts'
export { nearest_name } from './declaration/nearest-name.ts'
export { RecordSection } from './documents/sections-widget.ts'

export { ApiError, invalid_values, type InvalidValue } from './errors/api-error.ts'
export type { Attempt } from './calls/attempt.ts'
export type { ErrorCode } from './errors/error-catalogue.ts'

export type { ListFilter, ListQuery, Operand } from './lists/list-query.ts'
export type { ListRules } from './lists/list-rules.ts'
export { parse_list_query } from './lists/parse-list-query.ts'
export { LARGEST_PAGE } from './lists/parse-paging.ts'
export type { RawQuery } from './lists/query-string.ts'

export { array_store } from './records/array-store.ts'
export { insert_rows, seed_rows } from './records/insert-rows.ts'
export { money, record_schemas } from './records/record-schemas.ts'
export type { ChangeOptions, Patch, RecordId, RecordStore, WritableStore } from './records/record-store.ts'
export { scoped_rows } from './records/scope.ts'
export { table_store, type TableStoreOptions } from './records/table-store.ts'
export { etag_of, with_etag } from './records/versions.ts'

export type { Call, Once } from './calls/call.ts'
export { answer, created, Page, page } from './calls/results.ts'
export type { Routes } from './routes/routes.ts'

export { type Caller, present_caller } from './calls/caller.ts'
export type { Channels, Connection, MessageCall } from './services/channels.ts'
export type { Events, PlatformEvent } from './services/events.ts'
export type { Files, StoredFile } from './services/files.ts'
export type { Job, Jobs } from './services/jobs.ts'
export type { Logger } from './services/logger.ts'
export type { Contribution, PluginContext, PluginInfo } from './services/plugin-context.ts'
export type { Secrets } from './services/secrets.ts'
export type { Random, Seeding } from './services/seeding.ts'
export { tool_content, type ToolCall, type Tools } from './services/tools.ts'
export type { Undo } from './services/undo.ts'
