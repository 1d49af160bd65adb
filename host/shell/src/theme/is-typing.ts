const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Whether a key belongs to the input in which it was pressed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED) !== null

/** Whether a dialog is open, which then gets all keys. */
export const isDialogOpen = (): boolean => document.querySelector('[role=dialog][aria-modal=true]') !== null
