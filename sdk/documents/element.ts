import { type Static, Type } from 'typebox'
import { AbsolutePath, Identifier } from './identifier.ts'

/** The name of an element: the name under which its module exports it. */
export const ELEMENT_NAME = '^[A-Za-z_$][A-Za-z0-9_$]{0,63}$'

/** The ES module of a plugin that runs in the page. Clients verify `integrity` before they run it. */
export const ElementModule = Type.Object(
  {
    plugin: Identifier,
    path: Type.Unsafe<string>({
      ...AbsolutePath,
      description: 'Contains the hash of the file, so it can be kept for ever',
    }),
    integrity: Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$', description: 'As in Subresource Integrity' }),
  },
  { additionalProperties: false },
)
export type ElementModule = Static<typeof ElementModule>

/** The element of a plugin that shows a column, an entry, a field or a widget. */
export const ElementUse = Type.Object(
  {
    name: Type.String({ pattern: ELEMENT_NAME, description: 'The export of the module' }),
    module: ElementModule,
    options: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'As the plugin declares them' })),
  },
  { additionalProperties: false },
)
export type ElementUse = Static<typeof ElementUse>

/** A block of a dashboard that an element of the plugin draws. With `path`, it gets the answer of this GET. */
export const ElementWidget = Type.Object(
  {
    kind: Type.Literal('element'),
    id: Identifier,
    title: Type.String(),
    path: Type.Optional(AbsolutePath),
    element: ElementUse,
  },
  { additionalProperties: false },
)
export type ElementWidget = Static<typeof ElementWidget>

/** `HTMLElement`, where the types of the DOM are known. */
export type ElementPlace = typeof globalThis extends { HTMLElement: { prototype: infer Element extends object } }
  ? Element
  : object

/**
 * An element that a plugin brings itself: a function that an ES module of the plugin exports (`atrium.elements` in its package.json). It
 * fills the place and returns what updates and removes it. Without `update`, it is removed and mounted again when something changes.
 *
 *     export const rating: MountElement<ValueContext<number>> = (place, context) => {
 *       const show = ({ value }: ValueContext<number>) => (place.textContent = '★'.repeat(value ?? 0))
 *       show(context)
 *       return { update: show }
 *     }
 */
export type MountElement<Context extends ElementContext<object>> = (
  place: ElementPlace,
  context: Context,
) => MountedElement<Context> | void

/** What a mounted element returns. */
export interface MountedElement<Context extends ElementContext<object>> {
  /** Called whenever something in the context has changed. The functions of the context stay the same. */
  update?(context: Context): void
  /** Called once, before the place is removed. Requests and `follow` end by themselves. */
  unmount?(): void
}

/** What every element gets. */
export interface ElementContext<Options = Readonly<Record<string, unknown>>> {
  /** The id of the plugin. */
  readonly plugin: string
  /** As declared in the plugin. */
  readonly options: Options
  /** The person's language (BCP 47) and time zone (IANA). */
  readonly locale: string
  readonly time_zone: string
  /** Colours are CSS variables of the page, such as `var(--ink)`, which change with it. */
  readonly color_scheme: 'light' | 'dark'
  /** Aborts when the element is removed. */
  readonly signal: AbortSignal
  /** Like the browser's `fetch`, as the person, for paths of this host: `/api/v1/…`. Aborted when the element is removed. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /**
   * Reads a path (GET, JSON) and calls back with the answer, now and whenever it changes on the host.
   * @returns the function that ends it; it ends with the element at the latest
   */
  follow<Answer = unknown>(path: string, show: (answer: FollowedAnswer<Answer>) => void): () => void
  /** Opens a screen: `/operations/items/7`. */
  navigate(path: string): void
}

/** The latest answer to a followed path, or why there is none. An error may come with an older answer. */
export interface FollowedAnswer<Answer> {
  readonly data?: Answer
  readonly error?: Error
}

/** The context of an element that shows a value in a list or on the screen of a record. It is not a field of a form. */
export interface ValueContext<
  Value = unknown,
  Options = Readonly<Record<string, unknown>>,
> extends ElementContext<Options> {
  readonly kind: 'column' | 'entry'
  readonly name: string
  readonly label: string
  /** `undefined` or `null` if the record has none. */
  readonly value: Value | null | undefined
  /** The record, or the object of a list in it; empty where only the value is known. */
  readonly record: Readonly<Record<string, unknown>>
}

/**
 * The context of an element that is the input of a form's field. The shell shows label, description and error around it; the input refers
 * to them with `aria-labelledby` and `aria-describedby`, which do not reach into a shadow root: use `label` there.
 */
export interface FieldContext<
  Value = unknown,
  Options = Readonly<Record<string, unknown>>,
> extends ElementContext<Options> {
  readonly kind: 'field'
  readonly name: string
  readonly label: string
  readonly value: Value | null | undefined
  readonly required: boolean
  readonly disabled: boolean
  /** Set `aria-invalid` while there is one. */
  readonly error?: string
  /** The JSON Schema of the value. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly labelled_by: string
  readonly described_by?: string
  /** Sets the value in the form; `undefined` empties it. */
  on_change(value: Value | undefined): void
}

/** The context of an element that is a block of a dashboard. The shell shows the title above it. */
export interface WidgetContext<
  Data = unknown,
  Options = Readonly<Record<string, unknown>>,
> extends ElementContext<Options> {
  readonly kind: 'widget'
  readonly title: string
  /** The answer of the declared path, always up to date; `undefined` without a path. */
  readonly data: Data
  /** The id of the record on whose screen it stands. */
  readonly record_id?: string
}
