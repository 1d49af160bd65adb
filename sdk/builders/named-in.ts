/** The names in braces in a path: `'/services/{service_id}/specialists'` → `'service_id'`. */
export type NamedIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamedIn<Rest>
  : never

/** The path itself where all it names is known; else what cannot be given, so that a misspelt name is a compile error. */
export type PathNaming<Path extends string, Known extends string> = [NamedIn<Path>] extends [Known] ? Path : never
