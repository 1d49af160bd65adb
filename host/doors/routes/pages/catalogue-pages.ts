import type { CataloguedDiagnostic } from '@atrium/sdk/documents'
import { DIAGNOSTIC_TOPICS } from '@atrium/sdk/documents'
import type { CataloguedError } from '@atrium/sdk/host'
import { ERROR_CATALOGUE } from '@atrium/sdk/host'
import { escapeHtml, htmlPage } from './html-page.ts'

/** The catalogue of diagnostics, a table for each topic: what each code means and how to mend it. */
export function diagnosticsPage(): string {
  const tables = Object.entries<Record<string, CataloguedDiagnostic>>(DIAGNOSTIC_TOPICS).map(tableOf)
  return htmlPage(
    'Diagnostics',
    `<p>What is found about a plugin has one of these codes, and says where: the author's file and line, or a place in a document. With an error nothing of the plugin is published, and the generation before it goes on serving; a warning does not stop it. A plugin's own are at <code>GET /api/v1/plugins/{id}</code>.</p>
${tables.join('\n')}`,
  )
}

function tableOf([topic, diagnostics]: [string, Record<string, CataloguedDiagnostic>]): string {
  const rows = Object.entries(diagnostics).map(diagnosticRow).join('\n')
  return `<h2>${escapeHtml(topic)}</h2>
<table><thead><tr><th>Code</th><th></th><th>Cause</th><th>Fix</th></tr></thead><tbody>
${rows}
</tbody></table>`
}

/** Each code can be linked to: `/docs/diagnostics#column_unknown`. */
const diagnosticRow = ([code, { severity, title, cause, fix }]: [string, CataloguedDiagnostic]) =>
  `<tr id="${code}"><td><code>${code}</code><br>${escapeHtml(title)}</td><td>${severity}</td><td>${withCode(cause)}</td><td>${withCode(fix)}</td></tr>`

/** The catalogue of error codes as a table: what each means and what to do about it. */
export function errorsPage(): string {
  const errors = Object.entries<CataloguedError>(ERROR_CATALOGUE)
  const rows = errors
    .sort(([, a], [, b]) => a.status - b.status)
    .map(errorRow)
    .join('\n')
  return htmlPage(
    'Error codes',
    `<p>Every answer of 4xx and 5xx is <code>application/problem+json</code> (RFC 9457) with one of these codes, or one of a plugin's own.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>What to do</th></tr></thead><tbody>
${rows}
</tbody></table>`,
  )
}

/** Each code can be linked to: `/docs/errors#form_not_found`. */
const errorRow = ([code, { status, title, fix }]: [string, CataloguedError]) =>
  `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td><td>${withCode(fix)}</td></tr>`

/** A text of a catalogue as HTML; it writes code as Markdown does. */
const withCode = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
