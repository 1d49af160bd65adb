const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Whether a key belongs to the input in which it was pressed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED) !== null

/** Whether a dialog is open, which then gets all keys. */
export const isDialogOpen = (): boolean => openDialogs() > 0

/** Whether a dialog stands over another one, which must not close with it. */
export const isDialogOver = (): boolean => openDialogs() > 1

const openDialogs = () => document.querySelectorAll('[role=dialog][aria-modal=true]').length
