import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FocusEvent, MouseEvent, RefObject } from 'react'
import { inNextFrame } from '../theme/in-next-frame.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

interface FormFocusOptions {
  /** Puts the cursor into a field when the form appears. */
  focusesFirstField: boolean
  /**
   * Whether that is the first field that has no value yet, because the others begin with one, and a letter typed into a choice would change
   * it. Default false: the first of all.
   */
  isNew?: boolean
}

/**
 * Returns props for a form that Ctrl+S and Ctrl+Enter submit. When a changed definition replaces the element that has the cursor, the
 * cursor moves to the new element of the same name.
 */
export function useFormFocus(definitionId: string, { focusesFirstField, isNew = false }: FormFocusOptions) {
  const form = useRef<HTMLFormElement>(null)
  const focused = useRef<TextElement | null>(null)

  useLayoutEffect(() => {
    const former = focused.current
    if (former === null || former.isConnected) return
    const next = form.current?.querySelector<TextElement>(`[name="${CSS.escape(former.name)}"]`)
    if (next) moveCursor(former, next)
  }, [definitionId])
  useEffect(() => {
    if (focusesFirstField && form.current) return focusFirstField(form.current, isNew)
  }, [focusesFirstField, isNew])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => sendByKey(event, form.current)
    const onEarlyKey = (event: KeyboardEvent) => isClosedChoice(event.target) && onKey(event)
    window.addEventListener('keydown', onKey)
    window.addEventListener('keydown', onEarlyKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('keydown', onEarlyKey, { capture: true })
    }
  }, [])

  return {
    ref: form,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = isTextElement(target) ? target : null
    },
    // React does not report a blur of an element that it removes itself, so `focused` still names that element afterwards.
    onBlur: () => {
      focused.current = null
    },
  }
}

/** Gives the focus back to the button of a form, which is disabled and loses it while the form is sent, unless it is elsewhere by then. */
export function useReturnToButton(form: RefObject<HTMLFormElement | null>, isSaving: boolean): void {
  useEffect(() => {
    if (!isSaving) return undefined
    return () => {
      const button = form.current?.querySelector<HTMLButtonElement>('button[type=submit]')
      if (document.activeElement === document.body) button?.focus({ preventScroll: true })
    }
  }, [form, isSaving])
}

const DIALOG = '[role=dialog][aria-modal=true]'

/**
 * Ctrl+S and Ctrl+Enter (⌘ on a Mac) submit a form like its button does, from anywhere on the screen, unless a dialog is open over it or
 * the cursor is in another form. Of several forms, one key submits one. A held key submits once, because a form may still be there when it
 * is saved.
 */
function sendByKey(event: KeyboardEvent, form: HTMLFormElement | null): void {
  const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && ['s', 'Enter'].includes(event.key)
  const uppermost = [...document.querySelectorAll(DIALOG)].at(-1) ?? null
  if (!isKey || event.defaultPrevented || form === null || form.closest(DIALOG) !== uppermost) return
  if (opensTab(event) || !isFor(form, event.target)) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) form.querySelector<HTMLButtonElement>('button[type=submit]:not(:disabled)')?.click()
}

/** Mantine opens the list of a choice with Enter, also while Ctrl is pressed, so the key is taken before it gets there. */
const isClosedChoice = (target: EventTarget | null) =>
  target instanceof Element && target.matches('[role=combobox][readonly][aria-expanded=false]')

/** On a link, Ctrl+Enter belongs to the browser: it opens a tab. */
const opensTab = ({ key, target }: KeyboardEvent) =>
  key === 'Enter' && target instanceof Element && target.closest('a[href]') !== null

function isFor(form: HTMLFormElement, target: EventTarget | null): boolean {
  const around = target instanceof Element ? target.closest('form') : null
  return around === null || around === form
}

function isTextElement(target: EventTarget): target is TextElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** Inputs of type `number` and `email` have a cursor, but `selectionStart` is null. */
function moveCursor(from: TextElement, to: TextElement): void {
  to.focus()
  if (from.selectionStart !== null && to.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

const FIELDS =
  'input:not([type=hidden], [type=file], [tabindex="-1"]), textarea, button:not([role=tab], [tabindex="-1"])'

/**
 * Puts the cursor into the first field, or into the first without a value in a new record, as soon as all lazily loaded fields are rendered,
 * unless the person has focused one in the meantime. Returns a function that stops waiting.
 */
function focusFirstField(form: HTMLFormElement, isNew: boolean): () => void {
  const observer = new MutationObserver(tryToFocus)
  const stop = () => observer.disconnect()
  observer.observe(form, { childList: true, subtree: true })
  tryToFocus()
  return stop

  function tryToFocus(): void {
    if (form.querySelector('[data-loading]')) return
    stop()
    const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)]
    const field = (isNew ? fields.find((each) => !hasValue(each)) : undefined) ?? fields[0]
    if (!field || form.contains(document.activeElement)) return
    // A dialog that has just opened looks for this attribute a moment later and puts the cursor there itself.
    field.setAttribute('data-autofocus', '')
    field.focus()
  }
}

/** Puts the cursor into a form like `focusFirstField` once what had the focus is gone from the screen. */
export function focusIfLost(form: HTMLFormElement, isNew: boolean): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusFirstField(form, isNew)
  })
}

/** Runs what removes the button that was pressed, and then moves the focus from it into its form. */
export const backIntoForm =
  (run: () => void) =>
  ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    run()
    if (form) focusIfLost(form, false)
  }

/** A button has no value of its own: it opens a picker, or is where an entry is added. */
const hasValue = (field: HTMLElement) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== ''

/** Focuses the first field with an error once the errors are rendered. The browser scrolls it into view. */
export function focusFirstError(form: HTMLFormElement): void {
  inNextFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="list"]')?.focus())
}
