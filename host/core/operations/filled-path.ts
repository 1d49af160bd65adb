/** A path with its parameters put in, percent-encoded: `/items/{item_id}` → `/items/7`. */
export const filledPath = (path: string, params: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** The name of the last parameter of a path: the one that tells records apart. */
export const lastParameter = (path: string) => /\{(\w+)\}[^{]*$/.exec(path)?.[1]
