/** Whether a key belongs to the input that it was pressed in. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

/** Whether a dialog is open, to which all keys belong. */
export const isDialogOpen = (): boolean => document.querySelector('[role=dialog][aria-modal=true]') !== null
