import { DECLARATION_DIAGNOSTICS } from './declaration-diagnostics.ts'
import { DEPENDENCY_DIAGNOSTICS } from './dependency-diagnostics.ts'
import { FORM_DIAGNOSTICS } from './form-diagnostics.ts'
import { LOADING_DIAGNOSTICS } from './loading-diagnostics.ts'
import { PACKAGE_DIAGNOSTICS } from './package-diagnostics.ts'
import { RUNTIME_DIAGNOSTICS } from './runtime-diagnostics.ts'
import { SCREEN_DIAGNOSTICS } from './screen-diagnostics.ts'

/**
 * Every diagnostic code, by topic (ARCHITECTURE: Diagnostics). Codes are stable and never reused for something else. The page
 * `/docs/diagnostics` is made from this list. A code that is not in it does not compile.
 */
export const DIAGNOSTIC_TOPICS = {
  'Configuration and packages': PACKAGE_DIAGNOSTICS,
  'Loading, migrations and disposal': LOADING_DIAGNOSTICS,
  'While a plugin runs': RUNTIME_DIAGNOSTICS,
  'Dependencies and versions': DEPENDENCY_DIAGNOSTICS,
  'Routes, stores, tools and namespaces': DECLARATION_DIAGNOSTICS,
  'Screens and their places': SCREEN_DIAGNOSTICS,
  'Forms and actions': FORM_DIAGNOSTICS,
} as const

/** Every diagnostic by its code. */
export const DIAGNOSTIC_CATALOGUE = {
  ...PACKAGE_DIAGNOSTICS,
  ...LOADING_DIAGNOSTICS,
  ...RUNTIME_DIAGNOSTICS,
  ...DEPENDENCY_DIAGNOSTICS,
  ...DECLARATION_DIAGNOSTICS,
  ...SCREEN_DIAGNOSTICS,
  ...FORM_DIAGNOSTICS,
} as const

/** A code in the catalogue. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CATALOGUE
