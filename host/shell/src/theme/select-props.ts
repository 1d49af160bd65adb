import './select.css'

/** What all selects are told: their options scroll by themselves, as a keyboard and a screen reader expect of a list box. */
export const selectProps = {
  openOnFocus: false,
  withScrollArea: false,
  styles: { options: { maxHeight: 260, overflowY: 'auto' } },
} as const
