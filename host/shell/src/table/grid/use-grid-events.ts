import type { QueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import type { RecordId } from '../../api/paths.ts'
import { readingKey } from '../../language/direction.ts'
import { t, tn } from '../../language/t.ts'
import { addKey, type EarlyInput, type EarlyInputRef, keepKey, type WaitingKey } from '../early-input.ts'
import type { EditableCells } from '../editable-cells.ts'
import type { LeadOn } from '../keys-ahead.ts'
import type { ShownColumn } from '../layout.ts'
import { shownText } from '../shown-text.ts'
import type { TableScope } from '../table-scope.ts'
import { type Area, isSeveral, moved, type Place, type PressedKey, tabbed } from './grid-range.ts'
import { shownTitles } from './grid-titles.ts'
import { readTsv, type TextBlock, writeHtml, writeTsv } from './tsv.ts'
import { type Grid, placeIn } from './use-grid.ts'
import type { Paste } from './use-paste.ts'

interface GridEventsOptions {
  scope: TableScope
  grid: Grid
  cells: EditableCells
  paste: Paste
  queryClient: QueryClient
}

/** What keys, the pointer and the clipboard do in a grid. */
export function useGridEvents({ scope, grid, cells, paste, queryClient }: GridEventsOptions) {
  const [said, setSaid] = useState('')
  const { widget, list, columns } = scope
  const records = list.page.data?.records ?? []
  const record = records[grid.range.focus.row]
  const column = columns.shown[grid.range.focus.column]
  const editor = useOpenEditor(cells, record?.id, column)

  const choose: Grid['choose'] = (...places) => {
    setSaid('')
    grid.choose(...places)
  }
  /** Keys that were pressed while a value was saved, for the cell that has the focus now. */
  const [ahead, setAhead] = useState<readonly WaitingKey[]>([])
  const edit = (text: string, later: readonly WaitingKey[] = []) => {
    if (!column) return
    if (cells.form && !cells.has(column)) return setSaid(t('{label} cannot be changed here.', { label: column.label }))
    editor.open(text, later)
    setAhead([])
  }
  /** A press of Esc leaves the range first, and then the grid. */
  const leave = () => {
    paste.forgetRefusals()
    if (isSeveral(grid.range)) choose(grid.range.focus)
    else document.querySelector<HTMLElement>(`[data-grid-switch="${CSS.escape(widget.id)}"]`)?.focus()
  }
  const pointer = usePointer({ grid, choose, edit: () => edit(''), isEditing: editor.typed !== null })
  const endEditing = () => {
    editor.close()
    const { pressed } = pointer
    if (pressed.current) choose(pressed.current)
    // The editor had the focus.
    else requestAnimationFrame(() => document.activeElement === document.body && grid.focus())
  }
  const leadOn: LeadOn = ({ key, shiftKey }, later) => {
    editor.close()
    const { focus } = grid.range
    const down = { key: shiftKey ? 'ArrowUp' : 'ArrowDown', ctrlKey: false, metaKey: false }
    const next = key === 'Tab' ? tabbed(focus, shiftKey ? -1 : 1, grid.size()) : moved(focus, down, grid.size())
    choose(next ?? focus)
    setAhead(later)
  }
  const { press, onKey } = useGridKeys({
    grid,
    choose,
    edit,
    leave,
    clear: () => paste.paste([['']], grid.area),
    editing: editor.typed,
    endEditing,
  })
  useLayoutEffect(() => {
    const [next, ...later] = ahead
    if (next === undefined) return
    setAhead(later)
    press({ ...next, ctrlKey: false, metaKey: false }, later)
  })

  const handlers = {
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      if (isOwn(event) && onKey(event)) event.preventDefault()
    },
    ...pointer.handlers,
    onCopy: (event: ClipboardEvent<HTMLTableElement>) => {
      if (!isOwn(event)) return
      event.preventDefault()
      const titles = shownTitles(queryClient, columns.shown, records)
      const block = blockIn(grid.area, (row, at) => {
        const shown = columns.shown[at]
        return shown ? shownText(shown, records[row]?.[shown.name], titles.get(shown.name)) : ''
      })
      event.clipboardData.setData('text/plain', writeTsv(block))
      event.clipboardData.setData('text/html', writeHtml(block))
      setSaid(tn('Copied {count} cell.', 'Copied {count} cells.', block.length * (block[0]?.length ?? 0)))
    },
    onPaste: (event: ClipboardEvent<HTMLTableElement>) => {
      if (!isOwn(event) || editor.typed !== null) return
      event.preventDefault()
      setSaid('')
      paste.paste(readTsv(event.clipboardData.getData('text/plain')), grid.area)
    },
  }
  return {
    handlers,
    /** What was typed before the editor of the focused cell was there; null while it is closed. */
    editing: editor.typed,
    endEditing,
    leadOn,
    said,
  }
}

/** The editor of the focused cell. It closes if the cell goes away, or proves to be read only once the form is loaded. */
function useOpenEditor(cells: EditableCells, id: RecordId | undefined, column: ShownColumn | undefined) {
  const typed = useRef<EarlyInput | null>(null)
  const [cell, setCell] = useState<{ id: RecordId | undefined; name: string | undefined } | null>(null)
  const isHere = cell !== null && cell.id === id && cell.name === column?.name
  const isReadOnly = cells.form !== undefined && column !== undefined && !cells.has(column)
  return {
    typed: isHere && !isReadOnly ? typed : null,
    open: (text: string, later: readonly WaitingKey[]) => {
      const early = { text, replaces: text !== '', later: [] }
      for (const key of later) addKey(early, key)
      typed.current = early
      setCell({ id, name: column?.name })
    },
    close: () => setCell(null),
  }
}

/** Whether an event happened in the grid itself. In React, those of its popovers bubble to it, too. */
const isOwn = ({ currentTarget, target }: { currentTarget: Element; target: EventTarget }) =>
  target instanceof Node && currentTarget.contains(target)

const blockIn = ({ top, bottom, left, right }: Area, textAt: (row: number, column: number) => string): TextBlock =>
  Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (__, column) => textAt(top + row, left + column)),
  )

interface GridKeys {
  grid: Grid
  choose: Grid['choose']
  edit: (text: string, later?: readonly WaitingKey[]) => void
  leave: () => void
  clear: () => void
  /** Collects what is typed until the editor has the focus; null while there is none. */
  editing: EarlyInputRef | null
  endEditing: () => void
}

/** What a key does. Keys of headers, and those that the whole screen has, are left to them. */
function useGridKeys({ grid, choose, edit, leave, clear, editing, endEditing }: GridKeys) {
  /** Returns whether the key did anything. `later` are keys that follow it, for the editor that it may open. */
  const press = (pressed: PressedKey & WaitingKey, later: readonly WaitingKey[] = []): boolean => {
    const { key, shiftKey, ctrlKey, metaKey } = pressed
    const { anchor, focus } = grid.range
    const size = grid.size()
    const to = moved(focus, { key: readingKey(key), ctrlKey, metaKey }, size)
    if (to) choose(to, shiftKey ? anchor : to)
    else if (key === 'Tab') {
      const next = tabbed(focus, shiftKey ? -1 : 1, size)
      if (next) choose(next)
      return next !== undefined
    } else if ((ctrlKey || metaKey) && key.toLowerCase() === 'a')
      choose({ row: 0, column: 0 }, { row: size.rows - 1, column: size.columns - 1 })
    else if (ctrlKey || metaKey) return false
    else if (key === 'Enter' || key === 'F2' || key === ' ') edit('', later)
    else if (key === 'Delete' || key === 'Backspace') clear()
    else if (key === 'Escape') leave()
    else if (isCharacter(pressed) && key !== '?' && key !== '/') edit(key, later)
    else return false
    return true
  }
  const onKey = (event: KeyboardEvent<HTMLTableElement>): boolean => {
    if (event.altKey || !placeIn(event.currentTarget, event.target)) return false
    if (editing === null) return press(event)
    if (event.key === 'Escape') endEditing()
    return event.key === 'Escape' || keepKey(editing, event)
  }
  return { press, onKey }
}

const isCharacter = ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>) =>
  key.length === 1 && !ctrlKey && !metaKey

/**
 * A click focuses a cell, with Shift it extends the range, as dragging does. A double click edits. While a cell is edited, a click only
 * leads on if it closes the editor, which stays open if something was entered.
 */
function usePointer({ grid, choose, edit, isEditing }: PointerOptions) {
  const isDragging = useRef(false)
  const pressed = useRef<Place | null>(null)
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLTableElement>) => {
      const place = isOwn(event) && event.button === 0 ? placeIn(event.currentTarget, event.target) : undefined
      if (!place) return
      if (isEditing) {
        pressed.current = place
        return
      }
      isDragging.current = event.pointerType === 'mouse'
      choose(place, event.shiftKey ? grid.range.anchor : place)
    },
    onPointerOver: (event: PointerEvent<HTMLTableElement>) => {
      const place = isDragging.current && event.buttons === 1 ? placeIn(event.currentTarget, event.target) : undefined
      if (place) choose(place, grid.range.anchor)
    },
    onPointerUp: () => {
      isDragging.current = false
      pressed.current = null
    },
    // The editor keeps the focus.
    onMouseDown: (event: MouseEvent<HTMLTableElement>) => {
      if (isEditing && isOwn(event)) event.preventDefault()
    },
    onDoubleClick: (event: MouseEvent<HTMLTableElement>) => {
      if (!isEditing && isOwn(event) && placeIn(event.currentTarget, event.target)) edit()
    },
  }
  return { handlers, pressed }
}

interface PointerOptions extends Pick<GridKeys, 'grid' | 'choose'> {
  edit: () => void
  isEditing: boolean
}
