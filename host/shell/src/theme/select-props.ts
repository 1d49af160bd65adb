import './select.css'

/** Props of all selects: the list of options is a native scroll area, as keyboards and screen readers expect. */
export const selectProps = {
  openOnFocus: false,
  withScrollArea: false,
  styles: { options: { maxHeight: 260, overflowY: 'auto' } },
} as const
