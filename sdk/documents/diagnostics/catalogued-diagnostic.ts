/** What a code of a diagnostic means, for whoever meets it: an operator, an author, the documentation. */
export interface CataloguedDiagnostic {
  /** With an error nothing of the plugin is published; a warning does not stop it. */
  readonly severity: 'error' | 'warning'
  /** A few words, as a heading. */
  readonly title: string
  readonly cause: string
  readonly fix: string
}

/** Keeps the codes as types, and holds each entry to the shape. */
export const catalogue = <Code extends string>(diagnostics: Record<Code, CataloguedDiagnostic>) => diagnostics
