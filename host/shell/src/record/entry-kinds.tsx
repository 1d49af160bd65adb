import type { Entry } from '@atrium/sdk/documents'
import type { ComponentProps, ComponentType } from 'react'
import { Fragment, lazy } from 'react'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { FileLink } from '../files/file-link.tsx'
import { useResource } from '../screen/use-resource.ts'
import { PathLink } from '../screen/path-link.tsx'
import type { ShownProps } from '../values/value-kinds.tsx'
import { asText, iconName } from '../values/as-text.ts'
import { Blank, isBlank } from '../values/blank.tsx'
import { IconValue, JsonValue } from '../values/drawn-values.tsx'
import { RelationValue, sharedKinds, TextValue } from '../values/value-kinds.tsx'
import links from '../values/link-values.module.css'
import styles from './entry-kinds.module.css'

/** The props of a list of entries. */
export interface EntryListProps {
  entries: readonly Entry[]
  /** The record with the values, or the object of a list in it. */
  record: Readonly<Record<string, unknown>>
}

/** The props of a value that is shown as its entry specifies. */
export interface EntryValueProps {
  entry: Entry | undefined
  value: unknown
  record?: EntryListProps['record']
}

/** The props of a renderer of entries. */
export interface EntryProps<Kind extends Entry['kind'] = Entry['kind']> extends ShownProps<
  Extract<Entry, { kind: Kind }>
> {
  /** The owner of the value. */
  record: Readonly<Record<string, unknown>>
  /** Shows entries inside this one. */
  List: ComponentType<EntryListProps>
  /** Shows a value as another entry specifies. */
  Value: ComponentType<EntryValueProps>
}

type EntryRenderers = { [Kind in Entry['kind']]: ComponentType<EntryProps<Kind>> }

/** One renderer for each kind of entry: a kind without one does not compile. */
export const entryKinds: EntryRenderers = {
  ...sharedKinds,
  text: TextEntry,
  icon: IconEntry,
  json: ({ value }) => <JsonValue value={value} indent={2} />,
  code: CodeEntry,
  markdown: MarkdownEntry,
  relation: RelationEntry,
  file: FileEntry,
  element: ElementEntry,
  choices: lazy(() => import('./choice-entries.tsx').then((module) => ({ default: module.ChoicesEntry }))),
  condition: lazy(() => import('./choice-entries.tsx').then((module) => ({ default: module.ConditionEntry }))),
  values: lazy(() => import('./described-values.tsx').then((module) => ({ default: module.ValuesEntry }))),
  repeater: RepeaterEntry,
}

/** A text. `multiline` keeps its line breaks, and gives each member of an object a line. */
function TextEntry({ shown, value }: EntryProps<'text'>) {
  const isObject = typeof value === 'object' && value !== null
  const text = shown.multiline && isObject ? JSON.stringify(value, null, 2) : value
  return (
    <span className={shown.multiline ? styles.lines : styles.line}>
      <TextValue value={text} options={shown.options} format={shown.format} />
    </span>
  )
}

/** An icon with its name, for which a screen has room. */
function IconEntry({ shown, value }: EntryProps<'icon'>) {
  const { icons, options, colors } = shown
  const name = iconName(options, value)
  return (
    <span className={styles.named}>
      <IconValue {...{ value, icons, options, colors }} />
      {!isBlank(value) && icons[asText(value)] !== undefined && <span aria-hidden>{name}</span>}
    </span>
  )
}

/** A text of fixed width. */
function CodeEntry({ value }: EntryProps<'code'>) {
  return isBlank(value) ? <Blank /> : <pre className={styles.code}>{asText(value)}</pre>
}

const Markdown = lazy(() => import('../values/markdown.tsx').then((module) => ({ default: module.Markdown })))

function MarkdownEntry({ value }: EntryProps<'markdown'>) {
  return isBlank(value) ? <Blank /> : <Markdown text={asText(value)} isUnderWay={false} />
}

/** The name of a file, which opens it. */
function FileEntry({ shown, value, record }: EntryProps<'file'>) {
  return <FileLink value={value} contentPath={shown.content_path} record={record} />
}

/** The title of each related record, with a link to its screen if there is one. */
function RelationEntry({ shown, value }: EntryProps<'relation'>) {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (values.length === 0) return <Blank />
  return values.map((each, index) => (
    <Fragment key={index}>
      {index > 0 && ', '}
      <RelatedRecord value={each} siblings={values} relation={shown.relation} />
    </Fragment>
  ))
}

function RelatedRecord({ value, siblings, relation }: ComponentProps<typeof RelationValue>) {
  const href = useRecordScreen(relation.list_path, value)
  const title = <RelationValue value={value} relation={relation} siblings={siblings} />
  if (href === undefined) return title
  return (
    <PathLink href={href} className={links.link}>
      {title}
    </PathLink>
  )
}

/** Finds the screen of a record by the path of its list, in any plugin of the panel. Undefined while unknown, or if there is none. */
function useRecordScreen(listPath: string, id: unknown): string | undefined {
  const resource = useResource(listPath)
  const path = resource?.view_path ?? resource?.edit_path
  return path !== undefined && isId(id) ? fillPath(path, id) : undefined
}

const isId = (value: unknown): value is RecordId =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

/** A list of objects. Each shows only the entries that have a value. */
function RepeaterEntry({ shown, value, List }: EntryProps<'repeater'>) {
  const items = Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []
  if (items.length === 0) return <Blank />
  return (
    <ul className={styles.items}>
      {items.map((item, index) => (
        <li key={index} className={styles.item}>
          <List entries={shown.entries.filter(({ name }) => !isBlank(item[name]))} record={item} />
        </li>
      ))}
    </ul>
  )
}

const ValueElement = lazy(() =>
  import('../elements/value-element.tsx').then((module) => ({ default: module.ValueElement })),
)

/** A value that the plugin itself shows. */
function ElementEntry({ shown, value, record }: EntryProps<'element'>) {
  return <ValueElement kind="entry" shown={shown} value={value} record={record} />
}
