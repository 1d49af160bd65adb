import { type Static, Type } from 'typebox'
import { Action, UndoneWith } from './action.ts'
import { CalendarWidget } from './calendar-widget.ts'
import { ChartWidget } from './chart-widget.ts'
import { ChatWidget } from './chat-widget.ts'
import { Color } from './values.ts'
import { Column } from './column.ts'
import { ElementWidget } from './element.ts'
import { EntryNode, RecordSubtitle, TextFormat } from './entry.ts'
import { Filter } from './filter.ts'
import { HistoryWidget } from './history-widget.ts'
import { ListImport } from './import.ts'
import { AbsolutePath, FieldName, Identifier, ScreenPath } from './identifier.ts'
import { SectionsWidget } from './sections-widget.ts'

/**
 * A list of records with all one can do to it. `list_path` answers in the list dialect; in a relation block it holds `{id}`
 * of the record on whose screen the block stands. The screen paths are there only where the screen is.
 */
export const TableWidget = Type.Object(
  {
    kind: Type.Literal('table'),
    id: Identifier,
    title: Type.Optional(Type.String()),
    resource_id: Type.Optional(Identifier),
    permission: Type.Optional(
      Type.String({ description: 'Callers without it do not see the list on the screen of a record' }),
    ),
    list_path: AbsolutePath,
    record_title_attribute: FieldName,
    record_subtitle: RecordSubtitle,
    columns: Type.Array(Column, { minItems: 1 }),
    filters: Type.Array(Filter),
    searchable: Type.Boolean(),
    default_sort: Type.Optional(
      Type.Object({ field: FieldName, order: Type.Enum(['asc', 'desc']) }, { additionalProperties: false }),
    ),
    page_size: Type.Integer({ minimum: 1, maximum: 500 }),
    exportable: Type.Boolean(),
    actions: Type.Array(Action),
    create: Type.Optional(
      Type.Object(
        { label: Type.String(), path: ScreenPath, permission: Type.Optional(Type.String()) },
        { additionalProperties: false },
      ),
    ),
    import: Type.Optional(ListImport),
    view_path: Type.Optional(ScreenPath),
    edit_path: Type.Optional(ScreenPath),
    change_many: Type.Optional(
      Type.Object(
        { path: AbsolutePath, permission: Type.Optional(Type.String()), undo: Type.Optional(UndoneWith) },
        {
          additionalProperties: false,
          description:
            'POST changes records of the list, each with its own values of the fields of the edit screen: `{ records: [{ id, changes, seen }] }`',
        },
      ),
    ),
    empty: Type.Object(
      { title: Type.String(), description: Type.Optional(Type.String()) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
export type TableWidget = Static<typeof TableWidget>

/** A form. With `record_path` the form starts from that record and sends its `ETag` back as `If-Match`. */
export const FormWidget = Type.Object(
  {
    kind: Type.Literal('form'),
    id: Identifier,
    form_id: Identifier,
    record_path: Type.Optional(AbsolutePath),
    record_title_attribute: Type.Optional(FieldName),
    record_subtitle: RecordSubtitle,
    actions: Type.Array(Action),
    create_and: Type.Optional(
      Type.Array(Type.Object({ label: Type.String(), action: Action }, { additionalProperties: false }), {
        minItems: 1,
        description: 'Further buttons of a create form: each creates the record and then runs the action on it',
      }),
    ),
    done: Type.Optional(Type.String({ description: 'Says that the form was sent: “Client created”' })),
    done_path: Type.Optional(ScreenPath),
    cancel_path: Type.Optional(ScreenPath),
  },
  { additionalProperties: false },
)
export type FormWidget = Static<typeof FormWidget>

/** One record, read only. */
export const InfolistWidget = Type.Object(
  {
    kind: Type.Literal('infolist'),
    id: Identifier,
    record_path: AbsolutePath,
    record_title_attribute: FieldName,
    record_title_format: Type.Optional(TextFormat),
    record_subtitle: RecordSubtitle,
    entries: Type.Array(EntryNode),
    actions: Type.Array(Action),
    edit_path: Type.Optional(ScreenPath),
    list_path: Type.Optional(ScreenPath),
  },
  { additionalProperties: false },
)
export type InfolistWidget = Static<typeof InfolistWidget>

/** Figures read from one GET: each stat names a member of the answer. */
export const StatsWidget = Type.Object(
  {
    kind: Type.Literal('stats'),
    id: Identifier,
    title: Type.Optional(Type.String()),
    path: AbsolutePath,
    stats: Type.Array(
      Type.Object(
        {
          name: FieldName,
          label: Type.String(),
          kind: Type.Enum(['number', 'money']),
          currency: Type.Optional(Type.String()),
          color: Type.Optional(Color),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
)
export type StatsWidget = Static<typeof StatsWidget>

/** One block of a dashboard. */
export const Widget = Type.Union([
  TableWidget,
  FormWidget,
  InfolistWidget,
  StatsWidget,
  ChartWidget,
  CalendarWidget,
  SectionsWidget,
  HistoryWidget,
  ChatWidget,
  ElementWidget,
])
export type Widget = Static<typeof Widget>
