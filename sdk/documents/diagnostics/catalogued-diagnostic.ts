/** What a diagnostic code means, for operators, plugin authors and the documentation. */
export interface CataloguedDiagnostic {
  /** An error keeps the plugin from being published; a warning does not. */
  readonly severity: 'error' | 'warning'
  /** A short heading, without a full stop. */
  readonly title: string
  readonly cause: string
  readonly fix: string
}

/** Checks the shape of each entry and keeps the codes as types. */
export const catalogue = <Code extends string>(diagnostics: Record<Code, CataloguedDiagnostic>) => diagnostics
