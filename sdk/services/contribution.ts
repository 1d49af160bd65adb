/** What one plugin contributed to a place of another, or why it could not. */
export type Contribution<Value = unknown> =
  | { readonly plugin: string; readonly title: string; readonly value: Value }
  | {
      readonly plugin: string
      readonly title: string
      readonly error: { readonly code: string; readonly detail: string }
    }
