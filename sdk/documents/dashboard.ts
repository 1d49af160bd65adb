import { type Static, Type } from 'typebox'
import { Identifier, Revision } from './identifier.ts'
import { Widget } from './widget.ts'

/** Which screen of a resource a dashboard is; `custom` for those made by `emit_dashboard`. */
export const ScreenKind = Type.Enum(['list', 'create', 'view', 'edit', 'custom'])
export type ScreenKind = Static<typeof ScreenKind>

/** One screen: its widgets from top to bottom. Served at `GET /api/v1/ui/dashboards/{dashboardId}`. */
export const Dashboard = Type.Object(
  {
    id: Identifier,
    panel_id: Identifier,
    module_id: Identifier,
    resource_id: Type.Optional(Identifier),
    kind: ScreenKind,
    title: Type.String(),
    hide_title: Type.Boolean({ description: 'The widgets show the title themselves' }),
    revision: Revision,
    widgets: Type.Array(Widget, { minItems: 1 }),
  },
  { additionalProperties: false },
)
export type Dashboard = Static<typeof Dashboard>
