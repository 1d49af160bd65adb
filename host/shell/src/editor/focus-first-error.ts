/** Brings the first field with an error into view and the cursor into it, once it has been rendered as such. */
export function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="list"]')?.focus())
}
