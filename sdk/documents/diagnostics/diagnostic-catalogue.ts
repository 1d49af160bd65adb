import { ACTION_DIAGNOSTICS, DECLARATION_DIAGNOSTICS } from './declaration-diagnostics.ts'
import { DEPENDENCY_DIAGNOSTICS } from './dependency-diagnostics.ts'
import { LOADING_DIAGNOSTICS } from './loading-diagnostics.ts'
import { PACKAGE_DIAGNOSTICS } from './package-diagnostics.ts'
import { SCREEN_DIAGNOSTICS } from './screen-diagnostics.ts'

/**
 * Every code of a diagnostic, by topic (ARCHITECTURE: Diagnostics). Codes are stable and never reused for something else. What is found,
 * the page `/docs/diagnostics` and the tests are held together by this list: a code that is not here does not compile.
 */
export const DIAGNOSTIC_TOPICS = {
  'Configuration and packages': PACKAGE_DIAGNOSTICS,
  'Loading, migrations and letting go': LOADING_DIAGNOSTICS,
  'Dependencies and versions': DEPENDENCY_DIAGNOSTICS,
  'Routes, stores, tools and namespaces': DECLARATION_DIAGNOSTICS,
  'Screens and where they stand': SCREEN_DIAGNOSTICS,
  'Actions and their forms': ACTION_DIAGNOSTICS,
} as const

/** The same by code alone. */
export const DIAGNOSTIC_CATALOGUE = {
  ...PACKAGE_DIAGNOSTICS,
  ...LOADING_DIAGNOSTICS,
  ...DEPENDENCY_DIAGNOSTICS,
  ...DECLARATION_DIAGNOSTICS,
  ...SCREEN_DIAGNOSTICS,
  ...ACTION_DIAGNOSTICS,
} as const

/** A code that the catalogue has. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CATALOGUE
