/** What came of one of many: its value, or what it failed with. */
export type Attempt<Value, Failure = unknown> = { readonly value: Value } | { readonly error: Failure }
