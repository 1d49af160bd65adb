/** Fills the parameters into a path, percent-encoded: `/items/{item_id}` → `/items/7`. */
export const filledPath = (path: string, params: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** The name of the last path parameter, which identifies the record. */
export const lastParameter = (path: string) => /\{(\w+)\}[^{]*$/.exec(path)?.[1]
