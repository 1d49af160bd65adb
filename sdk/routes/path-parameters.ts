/** The names in braces of a route path: `'item_id'` of `'/items/{item_id}/price'`. */
export type PathParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterName<Rest>
  : never

/** What a handler gets as `params` where the route says no more: strings, percent-decoded. */
export type PathParameters<Path extends string> = { readonly [Name in PathParameterName<Path>]: string }
