/**
 * @atrium/sdk/documents: the documents that the host serves and the shell reads, each as a JSON Schema and a type from one TypeBox
 * source. Browser-safe: a client that needs only the types imports nothing at run time.
 */
export { Action, ActionJob } from './action.ts'
export { ImportFailure, ImportRequest, ImportResult, ListImport, MOST_IMPORTED } from './import.ts'
export { BulkAction, type BulkChange, BulkFailure, BulkRequest, BulkResult } from './bulk.ts'
export { CalendarMove, MOVE_STEPS, type MoveStep } from './calendar-widget.ts'
export { CalendarWidget } from './calendar-widget.ts'
export { Choice } from './choice.ts'
export { ChartWidget } from './chart-widget.ts'
export { CHAT_MESSAGES, ChatWidget } from './chat-widget.ts'
export { type CodeFormat, Color } from './values.ts'
export { Column } from './column.ts'
export { Condition } from './values.ts'
export { Dashboard, ScreenKind } from './dashboard.ts'
export { Diagnostic, DiagnosticPlace } from './problem.ts'
export type { CataloguedDiagnostic } from './diagnostics/catalogued-diagnostic.ts'
export { DIAGNOSTIC_CATALOGUE, DIAGNOSTIC_TOPICS, type DiagnosticCode } from './diagnostics/diagnostic-catalogue.ts'
export { DiscoveredFolder } from './plugin.ts'
export { ElementModule, ElementUse, ElementWidget } from './element.ts'
export type {
  ElementContext,
  ElementPlace,
  FieldContext,
  FollowedAnswer,
  ValueContext,
  WidgetContext,
} from './element.ts'
export type { MountedElement, MountElement } from './element.ts'
export { Entry, EntryNode, TextFormat } from './entry.ts'
export { Field } from './field.ts'
export { Filter } from './filter.ts'
export { FormDefinition, SimilarRecord } from './form-definition.ts'
export { HistoryWidget } from './history-widget.ts'
export { ICON_NAMES, type IconName } from './icon-name.ts'
export { ID_PATTERN } from './identifier.ts'
export { JsonSchema } from './values.ts'
export { LayoutNode } from './layout.ts'
export { ModuleManifest, NavigationGroup, NavigationItem, Screen } from './module-manifest.ts'
export { Option } from './values.ts'
export { Panel, PanelDocument, PanelScreen } from './panel.ts'
export { GrantExplanation } from './grant-explanation.ts'
export { GrantPlan, MappingPlan, PluginGrantPlan } from './grant-plan.ts'
export { PluginDeclarations } from './plugin-declarations.ts'
export { PluginPackage, SuggestedRole, SuggestedRoles } from './plugin-package.ts'
export { PluginAction, PluginPlan, PluginRefusal, PluginStep } from './plugin.ts'
export { PluginRuntime, PluginSettings, PluginStatus, PluginVitals, RuntimeFinding } from './plugin.ts'
export { Problem, ProblemDetail } from './problem.ts'
export { RecordSection } from './sections-widget.ts'
export { RelationTarget } from './values.ts'
export { ResourceDefinition } from './search.ts'
export { SearchResult } from './search.ts'
export { SecretMember } from './values.ts'
export { SectionsWidget } from './sections-widget.ts'
export { PREFERENCES, SessionInfo } from './session-info.ts'
export { SlotSource } from './field.ts'
export { TranslationCatalogue } from './translation.ts'
export { FormWidget, InfolistWidget, StatsWidget, TableWidget, Widget } from './widget.ts'
