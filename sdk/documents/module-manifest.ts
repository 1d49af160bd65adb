import { type Static, Type } from 'typebox'
import { ChatWidget } from './chat-widget.ts'
import { ScreenKind } from './dashboard.ts'
import { AbsolutePath, Identifier, Revision } from './identifier.ts'

/** An entry of the sidebar. `path` is a screen; `badge_path` answers `{ value }`. */
export const NavigationItem = Type.Object(
  {
    resource_id: Type.Optional(Identifier),
    title: Type.String(),
    icon: Type.Optional(Type.String()),
    sort: Type.Integer(),
    path: AbsolutePath,
    badge_path: Type.Optional(AbsolutePath),
    permission: Type.Optional(Type.String({ description: 'Callers without it do not see the entry' })),
  },
  { additionalProperties: false },
)
export type NavigationItem = Static<typeof NavigationItem>

/** Entries under one heading. A group sorts by the lowest `sort` of its items. */
export const NavigationGroup = Type.Object(
  {
    group: Type.Union([Type.String(), Type.Null()]),
    sort: Type.Integer(),
    items: Type.Array(NavigationItem),
  },
  { additionalProperties: false },
)
export type NavigationGroup = Static<typeof NavigationGroup>

/** A path of the shell and the dashboard it shows. Literal paths stand before those with `:id`. */
export const Screen = Type.Object(
  {
    path: Type.String({ pattern: '^/' }),
    kind: ScreenKind,
    dashboard_id: Identifier,
    title: Type.Optional(Type.String({ description: 'What a screen that creates a record is called' })),
    resource_id: Type.Optional(Identifier),
    permission: Type.Optional(Type.String({ description: 'Callers without it do not see the screen' })),
  },
  { additionalProperties: false },
)
export type Screen = Static<typeof Screen>

/** What one module shows in one panel. Served at `GET /api/v1/panels/{panelId}/modules/{moduleId}/manifest`. */
export const ModuleManifest = Type.Object(
  {
    panel_id: Identifier,
    module_id: Identifier,
    title: Type.String(),
    plugin: Type.Object(
      { id: Identifier, name: Type.String(), version: Type.String() },
      { additionalProperties: false },
    ),
    revision: Revision,
    navigation: Type.Array(NavigationGroup),
    screens: Type.Array(Screen),
    resources: Type.Array(Identifier),
    assistants: Type.Optional(
      Type.Array(ChatWidget, { description: 'Chats that open beside any screen of any panel' }),
    ),
  },
  { additionalProperties: false },
)
export type ModuleManifest = Static<typeof ModuleManifest>
