/**
 * @atrium/sdk/host: what the host alone needs of the SDK: what was declared, how queries are read, what is withheld. Plugins may not
 * import it, and it may change with any version.
 */
export {
  ActionBuilder,
  type ActionDraft,
  type ActionFormDraft,
  type ActionJobDraft,
  FormActionBuilder,
} from './builders/action-builder.ts'
export {
  BadgeColumnBuilder,
  ColumnBuilder,
  type ColumnDraft,
  MoneyColumnBuilder,
  TextColumnBuilder,
} from './builders/column-builder.ts'
export type { DashboardDraft, DashboardWidgetDraft } from './builders/dashboard-builder.ts'
export type { ElementDraft } from './builders/element-draft.ts'
export {
  BadgeEntryBuilder,
  EntryBuilder,
  type EntryDraft,
  MoneyEntryBuilder,
  TextEntryBuilder,
} from './builders/infolist-builder.ts'
export type { InfolistNode } from './builders/infolist-builder.ts'
export {
  FieldBuilder,
  type FieldDraft,
  FileFieldBuilder,
  MoneyFieldBuilder,
  RecurrenceFieldBuilder,
  RelationFieldBuilder,
  RepeaterFieldBuilder,
  SelectFieldBuilder,
  SlotFieldBuilder,
  TagsFieldBuilder,
  TextareaFieldBuilder,
  TextFieldBuilder,
} from './builders/field-builder.ts'
export type { FormNode } from './builders/field-factory.ts'
export type { AnyRecord } from './builders/field-of.ts'
export { FilterBuilder, type FilterDraft, SelectFilterBuilder, TextFilterBuilder } from './builders/filter-builder.ts'
export type { FormDraft } from './builders/form-builder.ts'
export type { InfolistDraft } from './builders/infolist-builder.ts'
export { LayoutBuilder, type LayoutDraft } from './builders/layout-builder.ts'
export {
  collect_screens,
  type CollectedScreens,
  type LegacyDraft,
  type LegacyScreen,
} from './builders/legacy-screens.ts'
export type { RelationDraft } from './builders/relation-builder.ts'
export { method_hint } from './builders/method-names.ts'
export { type_hint } from './declaration/wrong-values.ts'
export type { Pages, ResourceDraft } from './builders/resource-builder.ts'
export type { TableDraft } from './builders/table-builder.ts'
export type { CalendarField, CalendarMove, CalendarResource, ChatOptions } from './builders/widget-options.ts'

export { type ListChanges, MOST_VALUES, type OwnChange } from './documents/bulk.ts'
export { member_origin } from './builders/builder.ts'
export { DeclarationError } from './declaration/declaration-error.ts'
export { require_keywords } from './declaration/require-keywords.ts'
export { singular_of, with_article } from './declaration/nouns.ts'
export {
  require_function,
  require_no_more,
  require_number,
  require_options,
  shown_argument,
} from './declaration/require.ts'
export { type Origin, origin_of } from './declaration/origin.ts'
export { type ImportFailure, type ImportRequest, type ImportResult } from './documents/import.ts'
export {
  BulkAction,
  type BulkChange,
  BulkFailure,
  BulkRequest,
  BulkResult,
  bulk_with_body,
  MOST_AT_ONCE,
} from './documents/bulk.ts'

export type { ApiErrorOptions, OwnErrorOptions } from './errors/api-error.ts'
export { attempt_each, attempt_rest } from './calls/attempt.ts'
export { type CataloguedError, ERROR_CATALOGUE } from './errors/error-catalogue.ts'
export { errors_in_line, field_errors } from './errors/field-errors.ts'
export { pointer_to } from './errors/json-pointer.ts'

export type { Comparison } from './lists/list-query.ts'
export { list_parameters, type ListParameter } from './lists/list-rules.ts'
export { is_paged, PAGE_SIZE, type Paging, PagingQuery, parse_paging } from './lists/parse-paging.ts'
export { parse_query_string, single_value } from './lists/query-string.ts'
export { field_type, type FieldType, record_fields, type RecordField } from './lists/record-fields.ts'
export { FOLDED, type FoldedParts, type FoldedWord } from './lists/search-folding.ts'
export { HYPHEN, SEPARATORS, spellings_of, spellings_pattern, STROKES, text_test } from './lists/search-spellings.ts'
export { MOST_SEARCH_WORDS, require_search_text } from './lists/search-words.ts'

export { type IndexedSearch, type SearchCondition, type SearchIndex, use_search_index } from './records/search-index.ts'
export { record_not_found } from './records/record-id.ts'
export { etag_of_view, version_mismatch } from './records/versions.ts'
export { bring_back, type FormerRecord } from './records/former-record.ts'
export {
  changes_during,
  divide_changes,
  kept_during,
  note_change,
  type RecordChange,
} from './records/record-changes.ts'
export { read_store, type ReadStoreOptions } from './records/read-store.ts'
export type { RecordSchemas } from './records/record-schemas.ts'
export type { StoredTable } from './records/record-store.ts'
export { collect_stores, type CollectedStore } from './records/table-store.ts'
export { visible_schema } from './records/visible-schema.ts'
export { withhold, type Withhold, withholder } from './records/withhold.ts'
export { locked_fields, may_write, visible_rules, withheld_fields } from './records/withheld-fields.ts'
export {
  describe_table,
  type FieldAccess,
  field_access,
  known_elsewhere,
  type KnownRecord,
  meets_condition,
  reaches_record,
  type Place,
  records_in,
  store_access,
  tables_of_store,
} from './records/field-access.ts'
export { type BrokenCondition, on_broken_condition, parse_condition } from './records/scope.ts'

export { collect_routes, type CollectedRoutes } from './routes/collect-routes.ts'
export { Answer, Created, Replay } from './calls/results.ts'
export { list_of, type RouteDeclaration, type RouteKind, takes_changes } from './routes/route-declaration.ts'
export type { EachRoute, ListDialect, RouteOptions } from './routes/route-options.ts'
export type { RecordPath, Result, RoutePath } from './routes/routes.ts'

export { type Access, as_caller, present_call, present_permission, present_request } from './calls/caller.ts'
export {
  collect_channels,
  type CollectedChannels,
  type MessageRule,
  type NamespaceDeclaration,
} from './services/channels.ts'
export type { AgentNote, OfferedTool, OfferedTools, ToolOutcome } from './services/agent-work.ts'
export type { PutOptions } from './services/files.ts'
export type { JobOptions } from './services/jobs.ts'
export {
  type NewNotification,
  NOTIFICATION_LEVELS,
  type NotificationLevel,
  type NotificationReceivers,
  require_notification,
  require_notification_key,
} from './services/notifications.ts'
export type { InnerCallOptions, PluginInfo } from './services/plugin-context.ts'
export { seeded_random } from './services/seeding.ts'
export { is_slip } from './declaration/nearest-name.ts'
export {
  own_event_problem,
  require_event_name,
  require_job_name,
  require_own_event_name,
  require_own_place,
  require_permission,
  require_place,
} from './services/service-names.ts'
export {
  collect_tools,
  type CollectedTools,
  type OperationName,
  type OwnToolOptions,
  type ProgressOptions,
  type ToolBlock,
  ToolContent,
  type ToolDeclaration,
  type ToolOptions,
} from './services/tools.ts'

/** The version of this SDK, as its package.json says. */
export const SDK_VERSION = '1.0.0'
