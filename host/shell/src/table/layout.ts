import type { Column } from '@atrium/sdk/documents'

/** A column that a person has chosen to see. */
export interface ChosenColumn {
  name: string
  /** In pixels. Without one the column is as wide as its content. */
  width?: number
}

/** A column of a table as it is shown. */
export type ShownColumn = Column & Pick<ChosenColumn, 'width'>

const NARROWEST = 64
const WIDEST = 800

/** Limits a width so that the column is readable and leaves room for others. */
export const fittingWidth = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))

/** Reads columns from an address: `name,price.120` is two columns, the second 120 px wide. Null if there are none. */
export function readColumns(text: string | null): readonly ChosenColumn[] | null {
  if (text === null || text === '') return null
  return text.split(',').map((each) => {
    const [name = '', width = ''] = each.split('.')
    return /^\d{1,4}$/.test(width) ? { name, width: fittingWidth(Number(width)) } : { name }
  })
}

/** Writes columns for an address. */
export const writeColumns = (columns: readonly ChosenColumn[]): string =>
  columns.map(({ name, width }) => (width === undefined ? name : `${name}.${width}`)).join(',')

/** The columns to show in their order. As declared if none was chosen, or none of the chosen ones exists any more. */
export function arrange(declared: readonly Column[], chosen: readonly ChosenColumn[] | null): readonly ShownColumn[] {
  const shown = (chosen ?? []).flatMap(({ name, width }) => {
    const column = declared.find((each) => each.name === name)
    return column ? [width === undefined ? column : { ...column, width }] : []
  })
  if (shown.length > 0) return [...new Map(shown.map((column) => [column.name, column])).values()]
  const visible = declared.filter((column) => !column.hidden)
  return visible.length > 0 ? visible : declared.slice(0, 1)
}

/** Adds a column after those that precede it in the declaration. */
export function withColumn(shown: readonly ChosenColumn[], name: string, declared: readonly Column[]): ChosenColumn[] {
  const places = declared.map((column) => column.name)
  const before = places.slice(0, places.indexOf(name))
  const at = shown.findLastIndex((column) => before.includes(column.name)) + 1
  return [...shown.slice(0, at), { name }, ...shown.slice(at)]
}

/** Moves one of the columns to another place. */
export function moved(shown: readonly ChosenColumn[], name: string, to: number): ChosenColumn[] {
  const column = shown.find((each) => each.name === name)
  const others = shown.filter((each) => each !== column)
  return column ? [...others.slice(0, to), column, ...others.slice(to)] : others
}

/** Changes the width of one column; undefined makes it as wide as its content. */
export const withWidth = (shown: readonly ChosenColumn[], name: string, width: number | undefined): ChosenColumn[] =>
  shown.map((column) => {
    const next = column.name === name ? width : column.width
    return next === undefined ? { name: column.name } : { name: column.name, width: next }
  })
