import { type Static, Type } from 'typebox'
import { ChatWidget } from './chat-widget.ts'
import { Identifier, Revision } from './identifier.ts'
import { NavigationGroup, Screen } from './module-manifest.ts'

const panel = { id: Identifier, title: Type.String(), icon: Type.Optional(Type.String()), sort: Type.Integer() }

/** One namespace of the shell, as `GET /api/v1/panels` lists it. */
export const Panel = Type.Object(
  {
    ...panel,
    assistants: Type.Optional(
      Type.Array(ChatWidget, { description: 'Chats of its modules that open beside any screen, also of other panels' }),
    ),
  },
  { additionalProperties: false },
)
export type Panel = Static<typeof Panel>

/** A screen and the module it belongs to. */
export const PanelScreen = Type.Object({ ...Screen.properties, module_id: Identifier }, { additionalProperties: false })
export type PanelScreen = Static<typeof PanelScreen>

/**
 * One panel with the navigation and screens of all its modules merged, so that the shell finds any screen with one request.
 * Served at `GET /api/v1/panels/{panelId}`.
 */
export const PanelDocument = Type.Object(
  {
    ...panel,
    revision: Revision,
    navigation: Type.Array(NavigationGroup),
    screens: Type.Array(PanelScreen),
    modules: Type.Array(
      Type.Object(
        { module_id: Identifier, title: Type.String(), plugin_id: Identifier, revision: Revision },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type PanelDocument = Static<typeof PanelDocument>
