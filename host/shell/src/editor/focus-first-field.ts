const FIELDS = 'input:not([type=hidden], [type=file], [tabindex="-1"]), textarea, button'

/**
 * Puts the cursor into the first field once all fields are there, which heavy ones are not at once; not where somebody has chosen one
 * meanwhile. Returns how to stop waiting.
 */
export function focusFirstField(form: HTMLFormElement): () => void {
  const observer = new MutationObserver(tryToFocus)
  const stop = () => observer.disconnect()
  observer.observe(form, { childList: true, subtree: true })
  tryToFocus()
  return stop

  function tryToFocus(): void {
    if (form.querySelector('[data-loading]')) return
    stop()
    const field = form.querySelector<HTMLElement>(FIELDS)
    if (!field || form.contains(document.activeElement)) return
    // A dialog that has just opened looks for this in a moment, to put the cursor there itself.
    field.setAttribute('data-autofocus', '')
    field.focus()
  }
}
